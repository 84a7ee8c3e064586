import type { WebAuthnCredential } from '@simplewebauthn/server';
import * as v from 'valibot';
import type { Passkey } from '#domain/protocol/passkeys.ts';
import type { Credential } from '../../store/sign-in-port.ts';

const keptSchema = v.object({
  /** COSE, in base64url. */
  publicKey: v.string(),
  counter: v.number(),
  transports: v.array(v.string()),
  name: v.string(),
  usedAt: v.nullable(v.string()),
  synced: v.boolean(),
});

/** What is kept of a passkey beside its id: the body of a credential. */
export type KeptPasskey = v.InferOutput<typeof keptSchema>;

export function keptIn({ body }: Credential): KeptPasskey {
  return v.parse(keptSchema, JSON.parse(body));
}

export function bodyOf(kept: KeptPasskey): string {
  return JSON.stringify(kept);
}

/** As its owner sees it. */
export function shown(credential: Credential): Passkey {
  const { name, usedAt, synced } = keptIn(credential);
  return { id: credential.key, name, createdAt: credential.createdAt, usedAt, synced };
}

/** As an authenticator asks for it. */
export function described(credential: Credential): { id: string; transports: string[] } {
  return { id: credential.key, transports: keptIn(credential).transports };
}

/** As the library judges a signature by it. */
export function verifiable(credential: Credential): WebAuthnCredential {
  const { publicKey, counter, transports } = keptIn(credential);
  return {
    id: credential.key,
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
    counter,
    transports,
  };
}
