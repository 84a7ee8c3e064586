import * as v from 'valibot';
import type { Credential } from '../../store/ports/store.ts';

const storedSchema = v.object({
  /** COSE, in base64url. */
  publicKey: v.string(),
  counter: v.number(),
  transports: v.array(v.string()),
  name: v.string(),
  usedAt: v.nullable(v.string()),
  synced: v.boolean(),
  /** Backup eligible, as first reported: a copy may exist. Unknown for older ones until used. */
  canSync: v.optional(v.boolean()),
});

export type StoredPasskey = v.InferOutput<typeof storedSchema>;

export function parsePasskey({ body }: Credential): StoredPasskey {
  return v.parse(storedSchema, JSON.parse(body));
}

export function serializePasskey(passkey: StoredPasskey): string {
  return JSON.stringify(passkey);
}

export function toDescriptor(credential: Credential): { id: string; transports: string[] } {
  return { id: credential.key, transports: parsePasskey(credential).transports };
}
