import * as v from 'valibot';
import { isoTimeSchema } from '../time.ts';
import { get, post } from './call.ts';

/** Web Push (docs/decisions/0049-web-push.md). */

const LONGEST_ENDPOINT = 1000;

/** Base64url: a public key, a point of 65 bytes, and a secret of 16 bytes (RFC 8291). */
export const pushKeysSchema = v.object({
  p256dh: v.pipe(v.string(), v.regex(/^B[A-Za-z0-9_-]{86}$/)),
  auth: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/)),
});

const endpointSchema = v.pipe(v.string(), v.maxLength(LONGEST_ENDPOINT));

const subscriptionSchema = v.object({
  endpoint: endpointSchema,
  ...pushKeysSchema.entries,
  /** Wants alerts about another parent's taps. */
  taps: v.boolean(),
});

/** Only `sent` was accepted by the push service. */
const PUSH_RESULTS = ['sent', 'gone', 'refused', 'late'] as const;
export type PushResult = (typeof PUSH_RESULTS)[number];

/** All need a session, and concern only its own device. */
export const pushCalls = {
  pushState: get(
    '/api/push',
    v.object({
      /** The server's public key; null if the operator turned push off. */
      key: v.nullable(v.string()),
      device: v.nullable(
        v.object({
          endpoint: endpointSchema,
          taps: v.boolean(),
          since: isoTimeSchema,
          /** The last time that the push service accepted a message. */
          handedAt: v.nullable(isoTimeSchema),
          /** The status of its last refusal. */
          failure: v.nullable(v.string()),
        }),
      ),
    }),
  ),
  /**
   * Replaces the device's previous subscription. `invalid-request`: field `endpoint` is not an allowed push
   * service, or field `p256dh` not a key.
   */
  subscribe: post('/api/push/subscribe', { request: subscriptionSchema }),
  /** Succeeds without a subscription too. */
  unsubscribe: post('/api/push/unsubscribe'),
  /** `gone`: no subscription, or one that the push service, and now the server, has forgotten. */
  sendTestPush: post('/api/push/try', { reply: v.object({ result: v.picklist(PUSH_RESULTS) }) }),
} as const;
