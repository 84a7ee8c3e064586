import type { Config } from '../../config/config.ts';
import { openCliStore } from '../../store/hosting/host-stores.ts';
import { createOneTimeLink } from './one-time-links.ts';

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'publicOrigin' | 'port'>;

/** Creates a link by which one account can be opened, for the host to hand over. Throws CannotOpenStore and StoreUnavailable. */
export async function createInvitationLink({ publicOrigin, port, ...place }: Settings): Promise<string> {
  const store = await openCliStore(place);
  try {
    const origin = () => publicOrigin ?? `http://localhost:${port}`;
    return await createOneTimeLink({ store, now: Date.now, origin }, 'invitation', null, {});
  } finally {
    await store.close();
  }
}
