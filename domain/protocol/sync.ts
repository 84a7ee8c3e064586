import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { estimateSchema } from '../resolve-tap-time.ts';
import { clockSchema, isKnownZone, isoTimeSchema, zoneSchema } from '../time.ts';
import { refusalSchema } from './refusal.ts';

/** The changes of one version are never split over pages. */
export const OPS_PER_REQUEST = 100;
export const CHANGES_PER_PAGE = 500;

export const versionSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const opSchema = v.object({
  op: idSchema,
  /** Rises with every op (OP2); gaps are allowed. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.pipe(v.string(), v.maxLength(40)),
  args: v.unknown(),
  tappedAt: clockSchema,
  /** An unknown zone becomes UTC: it is only a note, for which no tap is refused. */
  zone: v.pipe(
    zoneSchema,
    v.transform((zone) => (isKnownZone(zone) ? zone : 'UTC')),
  ),
  /** The phone's own estimate of the tap's time; absent from older pages. */
  estimate: v.optional(estimateSchema),
  /**
   * From before a restored backup (RS3). `sent`: the clocks (ms) that placed it, and the version of its
   * decision, or at least of the ops before it; absent if never sent.
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

/** The next page of closed visits begins before this visit, newest first. */
const historyMarkSchema = v.object({
  start: isoTimeSchema,
  path: v.pipe(v.string(), v.maxLength(200)),
});
export type HistoryMark = v.InferOutput<typeof historyMarkSchema>;

/** The next page of people, which only the server reads. */
const peopleMarkSchema = v.pipe(v.string(), v.maxLength(200));

export const syncRequestSchema = v.object({
  protocol: v.pipe(v.number(), v.integer()),
  household: idSchema,
  device: idSchema,
  /** Null requests a snapshot. */
  cursor: v.nullable(versionSchema),
  /** In another epoch the server applies no ops and answers with a snapshot (RS1). */
  epoch: v.optional(idSchema),
  /** Requests the next page of closed visits. */
  history: v.optional(historyMarkSchema),
  /** Requests the next page of people. */
  people: v.optional(peopleMarkSchema),
  deviceNow: clockSchema,
  ops: v.pipe(v.array(opSchema), v.maxLength(OPS_PER_REQUEST)),
});
export type SyncRequest = v.InferOutput<typeof syncRequestSchema>;

/** An op sent again gets the same outcome (OP1). */
const outcomeSchema = v.variant('result', [
  /**
   * `since`: the state held already, since then. `receivedAt`: when an op that is sent again first came
   * (server, ms). `dormant`: takes effect once another phone brings what it rests on (RS5).
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

/** Without a document: a tombstone for all at and below the path. */
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
  /** Another one after a backup was restored. */
  epoch: v.optional(idSchema),
  /** For 14 days after a restore: its time, and the backup's if known (server clock, ms). */
  restored: v.optional(v.object({ at: clockSchema, from: v.optional(clockSchema) })),
  more: v.boolean(),
  /** A snapshot, which replaces the phone's data. */
  reset: v.optional(v.literal(true)),
  /** Null after the last page; absent if not requested. */
  history: v.optional(v.nullable(historyMarkSchema)),
  /**
   * Absent after the last page. The phone keeps the first page's cursor: the feed brings what changed
   * meanwhile.
   */
  people: v.optional(peopleMarkSchema),
  /** Server clock in ms, from which the ops' times follow. */
  receivedAt: clockSchema,
  /** Server clock in ms, by which phones correct theirs. */
  serverNow: clockSchema,
});
export type SyncReply = v.InferOutput<typeof syncReplySchema>;
