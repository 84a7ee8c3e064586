import * as v from 'valibot';
import { emailSchema, newEmailSchema, passwordSchema, SEPARATORS } from '../fields.ts';
import { EMAIL_CODE_DIGITS } from '../limits.ts';
import { enteredPasswordSchema } from './account-calls.ts';
import { get, post } from './call.ts';
import { signInReplySchema } from './sign-in-reply.ts';

const emailOnlySchema = v.object({ email: emailSchema });
/**
 * The secret of a mailed one-time link, or of a recovery by its code `<request>.<code>`, where `request` is that of
 * `askRecovery`. A session's token is never part of a message. */
const linkSchema = v.object({ token: v.pipe(v.string(), v.maxLength(100, 'long')) });
const myEmailSchema = v.object({ email: v.string(), verified: v.boolean() });

/** The kinds of mailed links, as stored with their tokens. */
const linkKindSchema = v.picklist(['recovery', 'verify-email', 'change-email', 'undo-email']);
export type MailedLinkKind = v.InferOutput<typeof linkKindSchema>;

/** A passkey, connected provider or set of recovery codes that a recovery, or an undone change of address, may end. */
const methodSchema = v.object({
  id: v.string(),
  kind: v.picklist(['passkey', 'provider', 'recovery-code']),
  /** A passkey's name, a provider's id, or '' for recovery codes. */
  name: v.string(),
  createdAt: v.string(),
  /** True if somebody else may have added it: before the address was verified, or shortly before the undone change. */
  endsUnlessKept: v.boolean(),
});
export type RecoverableMethod = v.InferOutput<typeof methodSchema>;

const keepSchema = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100)));

const mailedLinkSchema = v.object({
  /** The account's address, masked. */
  email: v.string(),
  /** The address in full, for a password manager: of whoever may set a password that signs in with it. */
  username: v.exactOptional(v.string()),
  /** True if the request's session belongs to the account of the link. */
  isSignedIn: v.boolean(),
  /** Of a recovery or an undone change: the sign-in methods that the parent may keep or end. */
  methods: v.array(methodSchema),
  /** Of a recovery: true if every other sign-in method ends, because the address was never verified. */
  endsAll: v.boolean(),
  /** Of an undone change: true if a password from before it can be typed instead of signing in. */
  takesFormer: v.boolean(),
});
export type MailedLink = v.InferOutput<typeof mailedLinkSchema>;

/** A code from a mail, without the spaces that it is written with. */
export const emailCodeSchema = v.pipe(
  v.string(),
  v.maxLength(100, 'long'),
  v.transform((typed) => typed.replace(SEPARATORS, '')),
  v.check((code) => code !== '', 'empty'),
  v.regex(new RegExp(`^\\d{${EMAIL_CODE_DIGITS}}$`), 'characters'),
);

/** 256 random bits in base64url that only the device knows that asked for a recovery: without them the code opens nothing. */
const recoveryRequestSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** The calls about password recovery and e-mail addresses. */
export const emailCalls = {
  /** Says whose link it is, and what it would change, without using it up. */
  mailedLink: post('/api/mailed-link', {
    request: v.object({ ...linkSchema.entries, kind: linkKindSchema }),
    reply: mailedLinkSchema,
  }),
  askRecovery: post('/api/ask-recovery', {
    /** With `request` the mail also has a code, which recovers the account together with it. */
    request: v.object({ ...emailOnlySchema.entries, request: v.optional(recoveryRequestSchema) }),
  }),
  recover: post('/api/recover', {
    request: v.object({
      ...linkSchema.entries,
      password: passwordSchema,
      /** The ids of the sign-in methods that stay. */
      keep: keepSchema,
    }),
    reply: signInReplySchema,
  }),
  myEmail: get('/api/my-email', myEmailSchema),
  askVerification: post('/api/ask-verification'),
  verifyEmail: post('/api/verify-email', { request: linkSchema }),
  /** Takes over an account whose address was never verified: a new password, and every other sign-in method ends. */
  claimAccount: post('/api/claim-account', {
    request: v.object({ ...linkSchema.entries, password: passwordSchema }),
    reply: signInReplySchema,
  }),
  changeEmail: post('/api/change-email', { request: v.object({ email: newEmailSchema }) }),
  confirmEmail: post('/api/confirm-email', { request: linkSchema, reply: emailOnlySchema }),
  /** Does what the link in the same mail does. Returns the account's address. */
  confirmCode: post('/api/confirm-code', {
    request: v.object({ code: emailCodeSchema }),
    reply: emailOnlySchema,
  }),
  undoEmailChange: post('/api/undo-email-change', {
    request: v.object({
      ...linkSchema.entries,
      password: passwordSchema,
      /** The password from before the change, if no session of the account is there. */
      former: v.optional(enteredPasswordSchema),
      /** The ids of the sign-in methods that stay. */
      keep: keepSchema,
    }),
    reply: signInReplySchema,
  }),
} as const;
