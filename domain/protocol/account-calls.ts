import * as v from 'valibot';
import { nameSchema, passwordSchema } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { get, post } from './call.ts';
import { providerSchema } from './provider-calls.ts';

/** Only the length is checked: an entered password may be older than today's rules. */
export const enteredPasswordSchema = v.pipe(
  v.string(),
  v.check((text) => text !== '', 'empty'),
  v.maxLength(1024, 'long'),
);

const connectedSchema = v.object({ provider: providerSchema, since: isoTimeSchema });
export type ConnectedProvider = v.InferOutput<typeof connectedSchema>;

const deviceSchema = v.object({
  id: idSchema,
  name: v.string(),
  createdAt: isoTimeSchema,
  /** To the hour. */
  seenAt: isoTimeSchema,
  isThis: v.boolean(),
});
export type Device = v.InferOutput<typeof deviceSchema>;

/** Identifies a session to the server; it opens nothing. */
const sessionHashSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'characters'));

/** The security page has a text for each, under `activity`. */
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

/** `unfinished`: the second factor is missing. `refused`: not allowed to this request. */
export type ActivityOutcome = 'ok' | 'unfinished' | 'failed' | 'limited' | 'refused';

/**
 * Merges equal events of one day and browser, or of one month if anybody could cause them. Later versions may
 * add codes.
 */
export const activitySchema = v.object({
  event: v.string(),
  outcome: v.string(),
  /** password, passkey, recovery-code, link, or a provider. */
  method: v.optional(v.string()),
  /** The browser, such as "Chrome · Android", or ''. */
  device: v.string(),
  /** The last time. */
  at: isoTimeSchema,
  times: v.number(),
});
export type Activity = v.InferOutput<typeof activitySchema>;

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
  /** Finds a device's sessions of deleted accounts. Needs no session: only the device knows the hashes. */
  otherAccounts: post('/api/held-accounts', {
    request: v.object({ sessions: v.pipe(v.array(sessionHashSchema), v.maxLength(20, 'long')) }),
    reply: v.object({
      gone: v.array(v.string()),
      own: v.optional(v.object({ uid: idSchema, session: v.string() })),
    }),
  }),
  deleteAccount: post('/api/delete-account', {
    /** The household on the screen: a stale tab must not delete another family's. */
    request: v.object({ household: idSchema }),
  }),
  /** Newest first. */
  activity: get('/api/activity', v.object({ activity: v.array(activitySchema) })),
} as const;
