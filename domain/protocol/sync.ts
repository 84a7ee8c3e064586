import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { estimateSchema } from '../place-tap.ts';
import { clockSchema, isKnownZone, isoTimeSchema, zoneSchema } from '../time.ts';
import { refusalSchema } from './refusal.ts';

/** The most ops of a request and changes of a reply; the changes of one version are never split. */
export const OPS_PER_REQUEST = 100;
export const CHANGES_PER_PAGE = 500;

export const versionSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const opSchema = v.object({
  op: idSchema,
  /** Rises with every op of the device; gaps are allowed. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.pipe(v.string(), v.maxLength(40)),
  args: v.unknown(),
  tappedAt: clockSchema,
  /** A zone that the server does not know becomes UTC: it is only a note, for which no tap is refused. */
  zone: v.pipe(
    zoneSchema,
    v.transform((zone) => (isKnownZone(zone) ? zone : 'UTC')),
  ),
  /** The phone's own reckoning of the tap's time; an older page sends none. */
  estimate: v.optional(estimateSchema),
  /**
   * Set on an op that was made before a backup was restored (docs/decisions/0046). `sent`: the times by which it was placed
   * then, in ms, and the version at which it was decided, or at least that of the ops before it; absent if it was never sent.
   */
  again: v.optional(
    v.object({
      sent: v.optional(
        v.object({ deviceNow: clockSchema, receivedAt: clockSchema, version: v.optional(versionSchema) }),
      ),
    }),
  ),
});
export type Op = v.InferOutput<typeof opSchema>;

/** The position of the next page of closed visits: before this visit, newest first. */
const historyMarkSchema = v.object({
  start: isoTimeSchema,
  path: v.pipe(v.string(), v.maxLength(200)),
});
export type HistoryMark = v.InferOutput<typeof historyMarkSchema>;

/** The position of the next page of people, which only the server reads. */
const peopleMarkSchema = v.pipe(v.string(), v.maxLength(200));

export const syncRequestSchema = v.object({
  protocol: v.pipe(v.number(), v.integer()),
  household: idSchema,
  device: idSchema,
  /** The household version that the phone has; null requests a snapshot. */
  cursor: v.nullable(versionSchema),
  /** The epoch of the cursor. Under another one the server takes no ops, and answers with a snapshot. */
  epoch: v.optional(idSchema),
  /** Requests the next page of closed visits of a snapshot. */
  history: v.optional(historyMarkSchema),
  /** Requests the next page of people of a snapshot. */
  people: v.optional(peopleMarkSchema),
  deviceNow: clockSchema,
  ops: v.pipe(v.array(opSchema), v.maxLength(OPS_PER_REQUEST)),
});
export type SyncRequest = v.InferOutput<typeof syncRequestSchema>;

/** The outcome of an op. An op sent again gets the same outcome (idempotency). */
const outcomeSchema = v.variant('result', [
  /**
   * `since`: the state that the op asks for existed already, since then. `receivedAt`: of an op that came before, the server's
   * clock then, in ms. `dormant`: made before a restored backup, it takes effect once another phone brings what it rests on.
   */
  v.object({
    op: idSchema,
    result: v.literal('done'),
    version: versionSchema,
    since: v.optional(isoTimeSchema),
    receivedAt: v.optional(clockSchema),
    dormant: v.optional(v.literal(true)),
  }),
  v.object({ op: idSchema, result: v.literal('refused'), refusal: refusalSchema }),
]);
export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** A document at a version; without a document it is a tombstone for the path and all below it. */
export const changeSchema = v.object({
  path: v.string(),
  version: versionSchema,
  document: v.optional(v.record(v.string(), v.unknown())),
});
export type Change = v.InferOutput<typeof changeSchema>;

export const syncReplySchema = v.object({
  outcomes: v.array(outcomeSchema),
  changes: v.array(changeSchema),
  cursor: versionSchema,
  /** The history that the cursor belongs to: another one once a backup was restored. */
  epoch: v.optional(idSchema),
  /** Set for 14 days after a restore: its time, and that of the backup if it is known, by the server's clock in ms. */
  restored: v.optional(v.object({ at: clockSchema, from: v.optional(clockSchema) })),
  /** True if there are more changes after the cursor. */
  more: v.boolean(),
  /** The changes are a snapshot that replaces the phone's data. */
  reset: v.optional(v.literal(true)),
  /** The position of the next page of closed visits; null if there is none; absent if not requested. */
  history: v.optional(v.nullable(historyMarkSchema)),
  /**
   * The position of the next page of people; absent after the last. The phone keeps the cursor of the first page: the feed
   * tells what changed between them.
   */
  people: v.optional(peopleMarkSchema),
  /** The server's clock in ms when the request came in: the times of its ops follow from it. */
  receivedAt: clockSchema,
  /** The server's clock in ms, so that a phone with a wrong clock shows correct times. */
  serverNow: clockSchema,
});
export type SyncReply = v.InferOutput<typeof syncReplySchema>;
