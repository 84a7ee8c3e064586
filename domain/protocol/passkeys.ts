import * as v from 'valibot';
import { nameSchema, SEPARATORS } from '../fields.ts';
import { accountSchema, get, post, signInReplySchema } from './call.ts';

const base64url = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength), v.regex(/^[\w-]+$/));

const credentialId = base64url(1364);
const transports = v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(10));
const descriptor = v.object({
  id: credentialId,
  type: v.literal('public-key'),
  transports: v.exactOptional(transports),
});

/** WebAuthn PublicKeyCredentialCreationOptionsJSON. */
export const creationOptionsSchema = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: base64url(43),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(descriptor),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
});

/** PublicKeyCredentialRequestOptionsJSON; an empty list allows any passkey of this domain. */
export const requestOptionsSchema = v.object({
  rpId: v.string(),
  challenge: base64url(43),
  timeout: v.number(),
  allowCredentials: v.array(descriptor),
  userVerification: v.literal('required'),
});

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  clientExtensionResults: v.object({}),
};

/** RegistrationResponseJSON. */
const passkeyRegistrationSchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(8192),
    attestationObject: base64url(32_768),
    transports: v.exactOptional(transports),
  }),
});
export type PasskeyRegistration = v.InferOutput<typeof passkeyRegistrationSchema>;

/** AuthenticationResponseJSON. */
const passkeyAssertionSchema = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: v.exactOptional(base64url(88)),
  }),
});
export type PasskeyAssertion = v.InferOutput<typeof passkeyAssertionSchema>;

const passkeySchema = v.object({
  id: credentialId,
  name: v.string(),
  createdAt: v.string(),
  usedAt: v.nullable(v.string()),
  /** Synced to the parent's other devices. */
  synced: v.boolean(),
});
export type Passkey = v.InferOutput<typeof passkeySchema>;

const passkeysSchema = v.object({
  passkeys: v.array(passkeySchema),
  required: v.boolean(),
  codesLeft: v.number(),
});
export type Passkeys = v.InferOutput<typeof passkeysSchema>;

const passkeyIdSchema = v.object({ id: credentialId });
const passkeyNameSchema = v.object({ id: credentialId, name: nameSchema });

/** Crockford's base 32: letters that look like digits count as those. */
const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** Normalised to its sixteen letters and digits. */
export const recoveryCodeSchema = v.pipe(
  v.string(),
  v.maxLength(100, 'long'),
  v.transform((typed) =>
    typed
      .toLowerCase()
      .replace(SEPARATORS, '')
      .replace(/[oil]/g, (letter) => LOOKALIKES[letter] ?? ''),
  ),
  v.check((code) => code !== '', 'empty'),
  v.regex(/^[0-9a-hjkmnp-tv-z]{16}$/, 'characters'),
);

const pendingSecondFactorSchema = v.object({
  /** Null if none is pending. */
  pending: v.nullable(v.object({ passkey: v.boolean(), code: v.boolean() })),
});

const challengeSchema = v.object({ options: requestOptionsSchema });
const answerSchema = v.object({ response: passkeyAssertionSchema });

export const passkeyCalls = {
  listPasskeys: get('/api/passkeys', passkeysSchema),
  passkeyOptions: post('/api/passkey-options', { reply: v.object({ options: creationOptionsSchema }) }),
  addPasskey: post('/api/add-passkey', {
    request: v.object({ response: passkeyRegistrationSchema }),
    reply: passkeysSchema,
  }),
  renamePasskey: post('/api/rename-passkey', { request: passkeyNameSchema, reply: passkeysSchema }),
  removePasskey: post('/api/remove-passkey', { request: passkeyIdSchema, reply: passkeysSchema }),
  requirePasskey: post('/api/require-passkey', {
    request: v.object({ required: v.boolean() }),
    reply: passkeysSchema,
  }),
  renewRecoveryCodes: post('/api/renew-recovery-codes', { reply: v.object({ codes: v.array(v.string()) }) }),
  passkeySignInOptions: post('/api/passkey-sign-in-options', {
    reply: challengeSchema,
  }),
  signInWithPasskey: post('/api/sign-in-with-passkey', {
    request: answerSchema,
    reply: signInReplySchema,
  }),
  passkeyReauthenticationOptions: post('/api/passkey-reauthentication-options', {
    reply: challengeSchema,
  }),
  reauthenticateByPasskey: post('/api/reauthenticate-by-passkey', {
    request: answerSchema,
  }),
  pendingSecondFactor: get('/api/second-factor', pendingSecondFactorSchema),
  secondFactorOptions: post('/api/second-factor-options', {
    reply: challengeSchema,
  }),
  secondFactor: post('/api/second-factor', {
    request: answerSchema,
    reply: signInReplySchema,
  }),
  secondFactorByCode: post('/api/second-factor-by-code', {
    request: v.object({ code: recoveryCodeSchema }),
    reply: v.object({ account: accountSchema, codesLeft: v.number() }),
  }),
  leaveSecondFactor: post('/api/leave-second-factor'),
} as const;
