import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Batch } from '../ports/households.ts';
import { type Database, sql, unprepared } from '../shared/queries.ts';
import { NUMBER } from './stored-rows.ts';

/** Bounds one poll; no household queues as many. */
const DUE_LOOKED_AT = 1000;

export interface QueuedNotice {
  id: number;
  household: Id;
  notice: Notice;
  /** A notice about this tap was already sent. */
  isCorrection: boolean;
  /** Includes this take. */
  attempts: number;
}

/** 'dropped' after the last attempt. Settling erases a sent notice's text. */
type NoticeResult = { sentAt: string } | { retryAt: string } | 'dropped';

type Queued = Batch['notices'][number];

/** Without those that a later one replaces or that only cancel. */
export function noticesToSend(notices: readonly Queued[]): Queued[] {
  return notices.filter(
    ({ notice }, index) =>
      notice.kind !== 'cancelled' &&
      !notices
        .slice(index + 1)
        .some(({ notice: later }) => later.about === notice.about && later.kind !== 'first'),
  );
}

/** The taps whose unsent notices are cancelled (see Notice.kind). */
export function replacedTaps(notices: readonly Queued[]): Id[] {
  return notices.flatMap(({ notice: { kind, about } }) => (kind === 'first' ? [] : [about]));
}

/** `n`: the notice. The tap may have another notice, sent or being sent. */
const HAS_EARLIER =
  'EXISTS (SELECT 1 FROM notices e WHERE e.about = n.about AND e.household = n.household AND e.id < n.id)';
const isNotified = (notice: string) =>
  `EXISTS (SELECT 1 FROM outcomes o WHERE o.op = ${notice}.about AND o.household = ${notice}.household AND notified = 1)`;

// The notice to correct was never sent: its sending failed after the undo.
const dropIdle = unprepared(
  sql(
    `DELETE FROM notices AS n WHERE due_at <= $1 AND kind = 'taken-back' AND NOT ${HAS_EARLIER} AND NOT ${isNotified('n')}`,
  ),
);

/** `message`: the rest as JSON. */
type NoticeRow = Pick<Notice, 'about' | 'kind'> & { message: string };

function noticeOf({ about, kind, message }: NoticeRow): Notice {
  return { ...JSON.parse(message), about, kind };
}

interface TakenRow extends NoticeRow {
  id: number;
  household: Id;
  attempts: number;
  isCorrection: number;
}

// A plan from an empty queue takes seconds when thousands are due. SKIP LOCKED: another instance takes those.
const takeDue = unprepared(
  sql<TakenRow>(
    `WITH due AS MATERIALIZED (
       SELECT id, household, due_at FROM notices n WHERE due_at <= $1 AND NOT ${HAS_EARLIER}
       ORDER BY due_at, id LIMIT ${DUE_LOOKED_AT}
     ), turns AS MATERIALIZED (
       SELECT id, row_number() OVER (PARTITION BY household ORDER BY due_at, id) AS turn FROM due
     ), free AS MATERIALIZED (
       SELECT n.id FROM turns JOIN notices n ON n.id = turns.id
       WHERE n.due_at <= $1 ORDER BY turn, n.due_at, n.id LIMIT 0 + $3 FOR UPDATE OF n SKIP LOCKED
     )
     UPDATE notices SET taken = 1, attempts = attempts + 1, due_at = $2 WHERE id IN (SELECT id FROM free)
     RETURNING id, (SELECT h.id FROM households h WHERE h.number = notices.household) AS household, about, kind, message, attempts,
       CASE WHEN ${isNotified('notices')} THEN 1 ELSE 0 END AS "isCorrection"`,
  ),
);

const pending = sql('SELECT 1 FROM notices WHERE id = $1');
const remove = sql('DELETE FROM notices WHERE id = $1');
// Remembered in the tap's outcome, or, if it was purged, in a row without one.
const remember = sql(
  `INSERT INTO outcomes AS o (household, op, recorded_at, notified) SELECT household, about, $2::bigint, 1 FROM notices WHERE id = $1
   ON CONFLICT (op, household) DO UPDATE SET notified = 1, recorded_at =
     CASE WHEN o.version IS NULL AND o.outcome IS NULL THEN excluded.recorded_at ELSE o.recorded_at END`,
);
const lockFamily = sql(
  'SELECT number FROM households WHERE number = (SELECT household FROM notices WHERE id = $1) FOR UPDATE',
);
const dropReplaced = sql(
  `DELETE FROM notices AS n WHERE id = $1 AND EXISTS
     (SELECT 1 FROM notices e WHERE e.about = n.about AND e.household = n.household AND e.id > n.id)`,
);
const postpone = sql('UPDATE notices SET taken = 0, due_at = $2 WHERE id = $1');

const waiting = sql<NoticeRow & { dueAt: string }>(
  `SELECT about, kind, message, due_at AS "dueAt" FROM notices WHERE household = ${NUMBER} ORDER BY due_at, id`,
);
const earliest = sql<{ at: string | null }>('SELECT min(due_at) AS at FROM notices');

export type NoticeQueue = ReturnType<typeof noticeCalls>;

/** Delivered at least once; saving a batch queues them. */
export function noticeCalls(database: Database) {
  return {
    /**
     * Leases notices until `until`, round-robin over households, oldest first. An undo counts leased ones as
     * sent; one notice about a tap is out at a time.
     */
    takeNotices: (now: string, until: string, limit: number): Promise<QueuedNotice[]> =>
      database.write(async (queries) => {
        await queries.run(dropIdle, now);
        const rows = await queries.all(takeDue, now, until, limit);
        // RETURNING guarantees no order; ids rise in the order of the taps' arrival.
        return rows
          .toSorted((a, b) => a.id - b.id)
          .map(({ id, household, attempts, isCorrection, ...row }) => ({
            id,
            household,
            attempts,
            notice: noticeOf(row),
            isCorrection: isCorrection === 1,
          }));
      }),
    /** False if its account was deleted meanwhile. */
    isNoticePending: async (id: number) => (await database.one(pending, id)) !== undefined,
    waitingNotices: async (household: Id) => {
      const rows = await database.all(waiting, household);
      return rows.map((row) => ({ notice: noticeOf(row), dueAt: row.dueAt }));
    },
    earliestNotice: async () => (await database.one(earliest))?.at ?? undefined,
    settleNotice: async (id: number, result: NoticeResult) => {
      if (result === 'dropped') return void (await database.run(remove, id));
      if ('sentAt' in result)
        // Removed last: a crash between the two sends it again.
        return database.write(async (queries) => {
          await queries.run(remember, id, Date.parse(result.sentAt));
          await queries.run(remove, id);
        });
      // Locks the household, so that no undo comes between the statements.
      await database.transaction(String(id), async (queries) => {
        await queries.all(lockFamily, id);
        await queries.run(dropReplaced, id);
        await queries.run(postpone, id, result.retryAt);
      });
    },
  };
}
