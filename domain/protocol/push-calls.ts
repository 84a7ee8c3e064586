import * as v from 'valibot';
import { isoTimeSchema } from '../time.ts';
import { get, post } from './call.ts';

/** The calls about notifications on the session's own device, by Web Push (docs/decisions/0049-told-in-the-pocket.md). */

const LONGEST_ENDPOINT = 1000;

/** The browser's keys, base64url: its public key, a point of 65 bytes, and a secret of 16 bytes (RFC 8291). */
export const pushKeysSchema = v.object({
  p256dh: v.pipe(v.string(), v.regex(/^B[A-Za-z0-9_-]{86}$/)),
  auth: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/)),
});

const endpointSchema = v.pipe(v.string(), v.maxLength(LONGEST_ENDPOINT));

const subscriptionSchema = v.object({
  endpoint: endpointSchema,
  ...pushKeysSchema.entries,
  /** Also told of another parent's taps. */
  taps: v.boolean(),
});

/** The results of handing a message to the push service; only `sent` reached it. */
const PUSH_RESULTS = ['sent', 'gone', 'refused', 'late'] as const;
export type PushResult = (typeof PUSH_RESULTS)[number];

/** All need a session, and are about its own device alone. */
export const pushCalls = {
  pushState: get(
    '/api/push',
    v.object({
      /** The server's public key, to subscribe with; null if whoever hosts turned push off. */
      key: v.nullable(v.string()),
      device: v.nullable(
        v.object({
          endpoint: endpointSchema,
          taps: v.boolean(),
          since: isoTimeSchema,
          /** The last time that the push service took a message. */
          handedAt: v.nullable(isoTimeSchema),
          /** The status with which the push service refused the last one. */
          failure: v.nullable(v.string()),
        }),
      ),
    }),
  ),
  /**
   * Keeps the subscription of this device in place of the one before. `invalid-request` with the field `endpoint`: none of the
   * host's push services, with `p256dh`: no key.
   */
  subscribe: post('/api/push/subscribe', { request: subscriptionSchema }),
  /** Succeeds also without a subscription. */
  unsubscribe: post('/api/push/unsubscribe'),
  /** Sends a test to this device. `gone`: it has no subscription, or the push service has forgotten it, and so has the server. */
  tryPush: post('/api/push/try', { reply: v.object({ result: v.picklist(PUSH_RESULTS) }) }),
} as const;
