import * as v from 'valibot';
import { nameSchema } from '../fields.ts';

/** How many passkeys an account has at most. */
export const MOST_PASSKEYS = 20;

/** Bytes in base64url, at most so many characters of it. */
const bytes = (longest: number) => v.pipe(v.string(), v.maxLength(longest), v.regex(/^[\w-]+$/));

const longId = bytes(1364);
const transports = v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(10));
const knownPasskey = v.object({
  id: longId,
  type: v.literal('public-key'),
  transports: v.exactOptional(transports),
});

/** What a browser needs to make a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const creationOptionsSchema = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: bytes(43),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(knownPasskey),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
});

/** What a browser needs to use one (PublicKeyCredentialRequestOptionsJSON); no list stands for any that it knows. */
export const requestOptionsSchema = v.object({
  rpId: v.string(),
  challenge: bytes(43),
  timeout: v.number(),
  allowCredentials: v.array(knownPasskey),
  userVerification: v.literal('required'),
});

const credential = {
  id: longId,
  rawId: longId,
  type: v.literal('public-key'),
  clientExtensionResults: v.object({}),
};

/** What an authenticator says of a passkey that it made (RegistrationResponseJSON). */
export const madePasskeySchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(32_768),
    transports: v.exactOptional(transports),
  }),
});
export type MadePasskey = v.InferOutput<typeof madePasskeySchema>;

/** What it signed with one (AuthenticationResponseJSON). */
export const usedPasskeySchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    signature: bytes(8192),
    userHandle: v.exactOptional(bytes(88)),
  }),
});
export type UsedPasskey = v.InferOutput<typeof usedPasskeySchema>;

const passkeySchema = v.object({
  id: longId,
  name: v.string(),
  createdAt: v.string(),
  usedAt: v.nullable(v.string()),
  /** Whether the parent's other devices have it too. */
  synced: v.boolean(),
});
export type Passkey = v.InferOutput<typeof passkeySchema>;

/** An account's passkeys, whether one is asked for after every other way to sign in, and how many codes stand in. */
export const passkeysSchema = v.object({
  passkeys: v.array(passkeySchema),
  required: v.boolean(),
  codesLeft: v.number(),
});
export type Passkeys = v.InferOutput<typeof passkeysSchema>;

/** Names a passkey of the account. */
export const passkeyIdSchema = v.object({ id: longId });
export const passkeyNameSchema = v.object({ id: longId, name: nameSchema });

/** Crockford's letters: what looks alike counts as the same. */
const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** A recovery code as its sixteen letters and digits, however it was typed. */
export const recoveryCodeSchema = v.pipe(
  v.string(),
  v.maxLength(100, 'long'),
  v.transform((typed) =>
    typed
      .toLowerCase()
      .replace(/[\s-]/g, '')
      .replace(/[oil]/g, (letter) => LOOKALIKES[letter] ?? ''),
  ),
  v.check((code) => code !== '', 'empty'),
  v.regex(/^[0-9a-hjkmnp-tv-z]{16}$/, 'characters'),
);

/** What the second step asks of whoever took the first. */
export const awaitedStepSchema = v.object({
  /** Null where nobody waits for it; else whether the account has passkeys, and codes. */
  awaited: v.nullable(v.object({ passkey: v.boolean(), code: v.boolean() })),
});
