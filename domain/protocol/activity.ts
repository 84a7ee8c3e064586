import * as v from 'valibot';
import { isoTimeSchema } from '../time.ts';
import { emptySchema } from './sign-in-reply.ts';

/** The security events that the parent sees; their texts are the `activity` of the account page. */
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

export const activityCalls = {
  /** Newest first. */
  activity: {
    method: 'GET',
    path: '/api/activity',
    request: emptySchema,
    reply: v.object({ activity: v.array(activitySchema) }),
  },
} as const;
