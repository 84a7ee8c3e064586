import * as v from 'valibot';
import { emailSchema, newEmailSchema, passwordSchema, SEPARATORS } from '../fields.ts';
import { EMAIL_CODE_DIGITS } from '../limits.ts';
import { enteredPasswordSchema } from './account-calls.ts';
import { get, post, signInReplySchema } from './call.ts';

const emailOnlySchema = v.object({ email: emailSchema });
/**
 * A one-time link's secret, or `<request>.<code>` with the request of `askRecovery`; never a session's token.
 */
const linkSchema = v.object({ token: v.pipe(v.string(), v.maxLength(100, 'long')) });
const myEmailSchema = v.object({ email: v.string(), verified: v.boolean() });

/** Stored with the tokens. */
const linkKindSchema = v.picklist(['recovery', 'verify-email', 'change-email', 'undo-email']);
export type MailedLinkKind = v.InferOutput<typeof linkKindSchema>;

/** A sign-in method that a recovery or an undone change may end. */
const methodSchema = v.object({
  id: v.string(),
  kind: v.picklist(['passkey', 'provider', 'recovery-code']),
  /** A passkey's name, a provider's id, or '' for recovery codes. */
  name: v.string(),
  createdAt: v.string(),
  /** Somebody else may have added it: before verification, or shortly before the undone change. */
  endsUnlessKept: v.boolean(),
});
export type RecoverableMethod = v.InferOutput<typeof methodSchema>;

/** The ids of the sign-in methods that stay. */
const keepSchema = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100)));

const mailedLinkSchema = v.object({
  /** Masked. */
  email: v.string(),
  /** For a password manager; only if the holder may set a password that signs in with it. */
  username: v.exactOptional(v.string()),
  /** The session is of the link's account. */
  isSignedIn: v.boolean(),
  /** Recovery or undone change: the methods to keep or end. */
  methods: v.array(methodSchema),
  /** Recovery: every other method ends, as the address was never verified. */
  endsAll: v.boolean(),
  /** Undone change: a password from before it serves instead of a sign-in. */
  takesFormer: v.boolean(),
});
export type MailedLink = v.InferOutput<typeof mailedLinkSchema>;

export const emailCodeSchema = v.pipe(
  v.string(),
  v.maxLength(100, 'long'),
  v.transform((typed) => typed.replace(SEPARATORS, '')),
  v.check((code) => code !== '', 'empty'),
  v.regex(new RegExp(`^\\d{${EMAIL_CODE_DIGITS}}$`), 'characters'),
);

/** 256 random bits, base64url, known only to the asking device: the code is useless without them. */
const recoveryRequestSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

export const emailCalls = {
  /** Shows what the link would change, without using it up. */
  mailedLink: post('/api/mailed-link', {
    request: v.object({ ...linkSchema.entries, kind: linkKindSchema }),
    reply: mailedLinkSchema,
  }),
  askRecovery: post('/api/ask-recovery', {
    /** With `request` the mail also has a code, used together with it. */
    request: v.object({ ...emailOnlySchema.entries, request: v.optional(recoveryRequestSchema) }),
  }),
  recover: post('/api/recover', {
    request: v.object({
      ...linkSchema.entries,
      password: passwordSchema,
      keep: keepSchema,
    }),
    reply: signInReplySchema,
  }),
  myEmail: get('/api/my-email', myEmailSchema),
  askVerification: post('/api/ask-verification'),
  verifyEmail: post('/api/verify-email', { request: linkSchema }),
  /** For an address never verified: sets a password, and ends every other method. */
  claimAccount: post('/api/claim-account', {
    request: v.object({ ...linkSchema.entries, password: passwordSchema }),
    reply: signInReplySchema,
  }),
  changeEmail: post('/api/change-email', { request: v.object({ email: newEmailSchema }) }),
  confirmEmail: post('/api/confirm-email', { request: linkSchema, reply: emailOnlySchema }),
  /** Does what the link in the same mail does; replies with the address. */
  confirmCode: post('/api/confirm-code', {
    request: v.object({ code: emailCodeSchema }),
    reply: emailOnlySchema,
  }),
  undoEmailChange: post('/api/undo-email-change', {
    request: v.object({
      ...linkSchema.entries,
      password: passwordSchema,
      /** The password from before the change, needed without a session. */
      former: v.optional(enteredPasswordSchema),
      keep: keepSchema,
    }),
    reply: signInReplySchema,
  }),
} as const;
