import * as v from 'valibot';
import { nameSchema, passwordSchema } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { get, post } from './call.ts';
import { providerSchema } from './provider-calls.ts';

/** A password entered to sign in. Only its length is checked, because it may be older than today's rules. */
export const enteredPasswordSchema = v.pipe(
  v.string(),
  v.check((text) => text !== '', 'empty'),
  v.maxLength(1024, 'long'),
);

/** A provider that the account is connected to. */
const connectedSchema = v.object({ provider: providerSchema, since: isoTimeSchema });
export type ConnectedProvider = v.InferOutput<typeof connectedSchema>;

const deviceSchema = v.object({
  id: idSchema,
  name: v.string(),
  createdAt: isoTimeSchema,
  /** To the hour. */
  seenAt: isoTimeSchema,
  /** True for the device that sends the request. */
  isThis: v.boolean(),
});
export type Device = v.InferOutput<typeof deviceSchema>;

/** The hash by which the server knows a session; it opens nothing. */
const sessionHashSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'characters'));

/** The security events that the parent sees; their texts are the `activity` of the page of security. */
export const ACTIVITIES = [
  'registered',
  'sign-in',
  'second-factor',
  're-authentication',
  'sign-out',
  'device-signed-out',
  'others-signed-out',
  'recovery-asked',
  'recovery',
  'password-changed',
  'email-verified',
  'email-change-asked',
  'email-changed',
  'email-code',
  'email-change-undone',
  'passkey-added',
  'passkey-removed',
  'passkey-requirement',
  'codes-renewed',
  'service-connected',
  'service-disconnected',
  'export',
  'notices-withheld',
  'parent-invited',
  'parent-approved',
  'family-joined',
  'family-left',
  'parent-removed',
  'removed-from-family',
  'following-asked',
  'following-agreed',
  'following-ended',
] as const;
export type ActivityEvent = (typeof ACTIVITIES)[number];

/** `unfinished`: the first factor was right and the second is still missing. `refused`: not allowed to this request. */
export type ActivityOutcome = 'ok' | 'unfinished' | 'failed' | 'limited' | 'refused';

/**
 * One line of the recent activity: what happened alike on one day with one browser, or in one month if anybody could do it.
 * Codes are open for later versions.
 */
export const activitySchema = v.object({
  event: v.string(),
  outcome: v.string(),
  /** password, passkey, recovery-code, link, or a provider. */
  method: v.optional(v.string()),
  /** The browser's name, such as "Chrome · Android", or ''. */
  device: v.string(),
  /** The last time. */
  at: isoTimeSchema,
  times: v.number(),
});
export type Activity = v.InferOutput<typeof activitySchema>;

/** The calls about the signed-in account and its devices. */
export const accountCalls = {
  signInMethods: get(
    '/api/sign-in-methods',
    v.object({ hasPassword: v.boolean(), providers: v.array(connectedSchema) }),
  ),
  reauthenticate: post('/api/reauthenticate', { request: v.object({ password: enteredPasswordSchema }) }),
  changePassword: post('/api/change-password', { request: v.object({ password: passwordSchema }) }),
  devices: get('/api/devices', v.object({ devices: v.array(deviceSchema) })),
  nameDevice: post('/api/name-device', { request: v.object({ id: idSchema, name: nameSchema }) }),
  signOutDevice: post('/api/sign-out-device', { request: v.object({ id: idSchema }) }),
  signOutOthers: post('/api/sign-out-others'),
  /** Asks which of the sessions that a device had belong to deleted accounts. Needs no session: a hash is known to its device. */
  heldAccounts: post('/api/held-accounts', {
    request: v.object({ sessions: v.pipe(v.array(sessionHashSchema), v.maxLength(20, 'long')) }),
    reply: v.object({
      gone: v.array(v.string()),
      /** The present session of the device, if there is one. */
      own: v.optional(v.object({ uid: idSchema, session: v.string() })),
    }),
  }),
  deleteAccount: post('/api/delete-account', {
    /** The household that the screen shows, so that a stale tab cannot delete another family's. */
    request: v.object({ household: idSchema }),
  }),
  /** Newest first. */
  activity: get('/api/activity', v.object({ activity: v.array(activitySchema) })),
} as const;
