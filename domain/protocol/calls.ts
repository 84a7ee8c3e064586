import * as v from 'valibot';
import { emailSchema, nameSchema, passwordSchema, problemOf } from '../fields.ts';
import { accountCalls, typedPasswordSchema } from './account-calls.ts';
import { emailCalls } from './email-calls.ts';
import { ownDataCalls } from './own-data-calls.ts';
import { passkeyCalls } from './passkey-calls.ts';
import { providerCalls } from './provider-calls.ts';
import { accountSchema, nothingSchema, signInReplySchema } from './sign-in-reply.ts';
import { syncReplySchema, syncRequestSchema } from './sync.ts';

/**
 * Every message between the phone and the server (design, section 5): one schema each, checked at both ends.
 * Raised when an older page could no longer be understood; formats 90 days old are still accepted.
 */
export const PROTOCOL = 1;

/** Who is signed in, as the phone remembers it. */
export type Account = v.InferOutput<typeof accountSchema>;

export const registrationSchema = v.object({
  firstName: nameSchema,
  lastName: nameSchema,
  email: emailSchema,
  password: passwordSchema,
  language: v.optional(v.picklist(['sv', 'en'])),
});
export type Registration = v.InferOutput<typeof registrationSchema>;

export const logInSchema = v.object({ email: emailSchema, password: typedPasswordSchema });
export type LogIn = v.InferOutput<typeof logInSchema>;

/** What comes of signing in: the account, or what is still asked for before a session begins. */
export type SignInReply = v.InferOutput<typeof signInReplySchema>;

/** The one map of calls: where each is sent and what goes in and comes out. Client and server both compile against it. */
export const calls = {
  register: { method: 'POST', path: '/api/register', request: registrationSchema, reply: signInReplySchema },
  logIn: { method: 'POST', path: '/api/log-in', request: logInSchema, reply: signInReplySchema },
  logOut: { method: 'POST', path: '/api/log-out', request: nothingSchema, reply: nothingSchema },
  whoAmI: {
    method: 'GET',
    path: '/api/who-am-i',
    request: nothingSchema,
    reply: v.object({ account: v.nullable(accountSchema) }),
  },
  ...accountCalls,
  ...emailCalls,
  ...ownDataCalls,
  ...passkeyCalls,
  ...providerCalls,
  sync: { method: 'POST', path: '/api/sync', request: syncRequestSchema, reply: syncReplySchema },
} as const;

export type CallName = keyof typeof calls;
export type CallRequest<N extends CallName> = v.InferOutput<(typeof calls)[N]['request']>;
export type CallReply<N extends CallName> = v.InferOutput<(typeof calls)[N]['reply']>;

/** The calls after which somebody may be signed in. */
export type SigningIn = {
  [N in CallName]: CallReply<N> extends SignInReply ? N : never;
}[CallName];

/** Why a whole call failed, with the HTTP status it travels under. */
export const callErrors = {
  'invalid-request': 400,
  'weak-password': 400,
  'invalid-credentials': 401,
  'not-signed-in': 401,
  'account-gone': 401,
  'passkey-refused': 401,
  'passkey-late': 401,
  'code-refused': 401,
  'second-step-over': 401,
  'newcomer-over': 401,
  'foreign-origin': 403,
  'proof-needed': 403,
  'not-found': 404,
  'email-taken': 409,
  'sends-no-mail': 409,
  'passkey-taken': 409,
  'passkey-needed': 409,
  'passkey-limit': 409,
  'codes-needed': 409,
  'email-unverified': 409,
  'no-passkeys-here': 409,
  'last-way-in': 409,
  'other-household': 409,
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
    /** In how many seconds to come again. */
    retryAfter: v.optional(v.number()),
  }),
});
export type ErrorReply = v.InferOutput<typeof errorReplySchema>;

/** Names the field a message's issue is about and what is wrong with it. */
export function faultOf(issue: v.BaseIssue<unknown>): { field?: string; problem?: string } {
  const field = v.getDotPath(issue);
  return field === null ? {} : { field, problem: problemOf(issue) };
}
