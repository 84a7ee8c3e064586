import type { AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Creates the storage of one provider, in memory. The library checks the expiry of what it reads. */
export function memoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;
    const own = () => [...stored].filter(([key]) => key.startsWith(keyOf('')));
    return {
      async upsert(id, payload) {
        stored.set(keyOf(id), payload);
      },
      find: async (id) => stored.get(keyOf(id)),
      findByUid: async (uid) => own().find(([, payload]) => payload.uid === uid)?.[1],
      findByUserCode: async (code) => own().find(([, payload]) => payload.userCode === code)?.[1],
      async consume(id) {
        const payload = stored.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grant) {
        for (const [key, { grantId }] of own()) if (grantId === grant) stored.delete(key);
      },
    };
  };
}
