import * as v from 'valibot';
import { emailSchema, languageSchema, nameSchema, newEmailSchema, passwordSchema } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { accountCalls, enteredPasswordSchema } from './account-calls.ts';
import { accountSchema, get, invitationSchema, post, signInReplySchema } from './call.ts';
import { emailCalls } from './email-calls.ts';
import { followingCalls } from './following-calls.ts';
import { linkCalls } from './link-calls.ts';
import { parentCalls } from './parent-calls.ts';
import { passkeyCalls } from './passkeys.ts';
import { providerCalls } from './provider-calls.ts';
import { pushCalls } from './push-calls.ts';
import { syncReplySchema, syncRequestSchema } from './sync.ts';

/**
 * Raise it if older pages' messages become unreadable: such a page keeps its taps, and sends them after a
 * reload.
 */
export const PROTOCOL = 3;
/** A server takes older pages' messages from this one on. */
export const OLDEST_PROTOCOL = 2;

export type Account = v.InferOutput<typeof accountSchema>;

export const registrationSchema = v.object({
  firstName: nameSchema,
  lastName: nameSchema,
  email: newEmailSchema,
  password: passwordSchema,
  language: v.optional(languageSchema),
  /** Random: a registration sent again, because its reply was lost, signs in. */
  attempt: v.optional(idSchema),
  invitation: v.optional(invitationSchema),
});
export type Registration = v.InferOutput<typeof registrationSchema>;

export const logInSchema = v.object({ email: emailSchema, password: enteredPasswordSchema });
export type LogIn = v.InferOutput<typeof logInSchema>;

/** The second factor may still be missing. */
export type SignInReply = v.InferOutput<typeof signInReplySchema>;

/** Client and server both compile against this map. */
export const calls = {
  register: post('/api/register', { request: registrationSchema, reply: signInReplySchema }),
  logIn: post('/api/log-in', { request: logInSchema, reply: signInReplySchema }),
  logOut: post('/api/log-out', {
    /** Ends only the session of this hash: another may have begun since an offline sign-out. */
    request: v.object({ session: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
  }),
  whoAmI: get('/api/who-am-i', v.object({ account: v.nullable(accountSchema) })),
  ...accountCalls,
  ...emailCalls,
  ...followingCalls,
  ...linkCalls,
  ...parentCalls,
  ...passkeyCalls,
  ...providerCalls,
  ...pushCalls,
  sync: post('/api/sync', { request: syncRequestSchema, reply: syncReplySchema }),
} as const;

export type CallName = keyof typeof calls;
export type CallRequest<N extends CallName> = v.InferOutput<(typeof calls)[N]['request']>;
export type CallReply<N extends CallName> = v.InferOutput<(typeof calls)[N]['reply']>;

export type SignInCall = {
  [N in CallName]: CallReply<N> extends SignInReply ? N : never;
}[CallName];

/** HTTP status by error code. */
export const callErrors = {
  'invalid-request': 400,
  'weak-password': 400,
  'invalid-credentials': 401,
  'not-signed-in': 401,
  'account-gone': 401,
  'passkey-refused': 401,
  'passkey-late': 401,
  'passkey-copied': 401,
  'code-refused': 401,
  'second-factor-over': 401,
  'sign-up-over': 401,
  'foreign-origin': 403,
  'reauthentication-needed': 403,
  'invitation-needed': 403,
  'registration-closed': 403,
  'not-found': 404,
  'email-taken': 409,
  'sends-no-mail': 409,
  'passkey-taken': 409,
  'passkey-needed': 409,
  'passkey-limit': 409,
  'codes-needed': 409,
  'email-unverified': 409,
  'no-passkeys-here': 409,
  'last-sign-in-method': 409,
  'other-household': 409,
  'invitation-open': 409,
  'parent-limit': 409,
  'follower-limit': 409,
  'checked-in': 409,
  'last-parent': 409,
  'page-too-old': 409,
  'page-too-new': 409,
  'link-expired': 410,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  internal: 500,
  'provider-unreachable': 502,
  unavailable: 503,
} as const;

export type CallErrorCode = keyof typeof callErrors;

export const errorReplySchema = v.object({
  error: v.object({
    code: v.picklist(Object.keys(callErrors) as CallErrorCode[]),
    message: v.string(),
    field: v.optional(v.string()),
    problem: v.optional(v.string()),
    /** Seconds. */
    retryAfter: v.optional(v.number()),
    /** For 'not-signed-in'. `ended`: on purpose, elsewhere, so the device must delete its data. */
    reason: v.optional(v.string()),
  }),
});

export const EXPORT_PATHS = { everything: '/api/export.json', visits: '/api/visits.csv' } as const;
export type ExportName = keyof typeof EXPORT_PATHS;
