import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { clockSchema, isoTimeSchema, zoneSchema } from '../time.ts';
import { refusalSchema } from './refusal.ts';

/** At most this many ops travel in one request, and this many changes in one reply (a version is never split). */
export const OPS_PER_REQUEST = 100;
export const CHANGES_PER_PAGE = 500;

const opSchema = v.object({
  op: idSchema,
  /** The device's own count: rises with every op, gaps allowed. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.pipe(v.string(), v.maxLength(40)),
  args: v.unknown(),
  tappedAt: clockSchema,
  zone: zoneSchema,
});
export type Op = v.InferOutput<typeof opSchema>;

export const versionSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Where the next page of a snapshot's closed visits begins: before this visit, newest first. */
const historyMarkSchema = v.object({
  start: isoTimeSchema,
  path: v.pipe(v.string(), v.maxLength(200)),
});
export type HistoryMark = v.InferOutput<typeof historyMarkSchema>;

export const syncRequestSchema = v.object({
  protocol: v.pipe(v.number(), v.integer()),
  household: idSchema,
  device: idSchema,
  /** The household version the phone has seen; null asks for a snapshot. */
  cursor: v.nullable(versionSchema),
  /** Asks for the next page of closed visits that belong to a snapshot. */
  history: v.optional(historyMarkSchema),
  deviceNow: clockSchema,
  ops: v.pipe(v.array(opSchema), v.maxLength(OPS_PER_REQUEST)),
});
export type SyncRequest = v.InferOutput<typeof syncRequestSchema>;

/** What became of an op. The same op always gets the same outcome. */
const outcomeSchema = v.variant('result', [
  /** `since`: the wish was fulfilled already, since then. */
  v.object({
    op: idSchema,
    result: v.literal('done'),
    version: versionSchema,
    since: v.optional(isoTimeSchema),
  }),
  v.object({ op: idSchema, result: v.literal('refused'), refusal: refusalSchema }),
]);
export type Outcome = v.InferOutput<typeof outcomeSchema>;

/** One document as it stands at a version; without a document it and all below it are gone. */
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
  /** More changes wait behind the cursor. */
  more: v.boolean(),
  /** The changes are a snapshot: what the phone held before is replaced by them. */
  reset: v.optional(v.literal(true)),
  /** Where older closed visits go on; null: no more. Absent when none were asked for. */
  history: v.optional(v.nullable(historyMarkSchema)),
  /** The server's clock in ms, so that a phone with a wrong one shows right times. */
  serverNow: clockSchema,
});
export type SyncReply = v.InferOutput<typeof syncReplySchema>;
