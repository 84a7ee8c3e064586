import type { WebAuthnCredential } from '@simplewebauthn/server';
import * as v from 'valibot';
import type { Passkey } from '#domain/protocol/passkeys.ts';
import type { Credential } from '../../store/ports/store.ts';

const storedSchema = v.object({
  /** COSE, in base64url. */
  publicKey: v.string(),
  counter: v.number(),
  transports: v.array(v.string()),
  name: v.string(),
  usedAt: v.nullable(v.string()),
  synced: v.boolean(),
  /** The authenticator said at first that a copy may exist (backup eligible); unknown until the next use of an older one. */
  canSync: v.optional(v.boolean()),
});

/** The JSON body of a passkey's credential; the credential's key is the passkey's id. */
export type StoredPasskey = v.InferOutput<typeof storedSchema>;

export function parsePasskey({ body }: Credential): StoredPasskey {
  return v.parse(storedSchema, JSON.parse(body));
}

export function serializePasskey(passkey: StoredPasskey): string {
  return JSON.stringify(passkey);
}

/** The passkey as its owner sees it. */
export function toPasskey(credential: Credential): Passkey {
  const { name, usedAt, synced } = parsePasskey(credential);
  return { id: credential.key, name, createdAt: credential.createdAt, usedAt, synced };
}

/** The descriptor that WebAuthn options list. */
export function toDescriptor(credential: Credential): { id: string; transports: string[] } {
  return { id: credential.key, transports: parsePasskey(credential).transports };
}

/** The credential that the WebAuthn library verifies a signature with. */
export function toWebAuthnCredential(credential: Credential): WebAuthnCredential {
  const { publicKey, transports } = parsePasskey(credential);
  const key = new Uint8Array(Buffer.from(publicKey, 'base64url'));
  // `verifyPasskey` judges the counter: the library refuses a synced passkey by it.
  return { id: credential.key, publicKey: key, counter: 0, transports };
}
