import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Batch } from '../../ports/households.ts';
import { DUE_LOOKED_AT, type NoticeId, type NoticeQueue } from '../../ports/notices.ts';
import { sql } from '../../shared/queries.ts';
import { type Connection, plannedAnew } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import type { Saved } from '../connection/shared-steps.ts';
import { retryOnConflict } from '../connection/transaction.ts';

type Queued = Batch['notices'][number];

const cancel = sql(`
   DELETE FROM notices n USING json_to_recordset($1) AS r (household text, about text)
   WHERE n.household = r.household AND n.about = r.about AND NOT taken`);

/** Removes the unsent notices that those of these batches replace. */
export async function cancelReplaced(connection: Connection, saved: readonly Saved[]): Promise<void> {
  const replaced = saved.flatMap(({ household, batch }) =>
    batch.notices
      .filter(({ notice }) => notice.kind !== 'first')
      .map(({ notice }) => ({ household, about: notice.about })),
  );
  // A statement of its own: it waits for a notice that is being taken, which the next statement sees as sent.
  if (replaced.length > 0) await connection.query(cancel, JSON.stringify(replaced));
}

/** Returns the notices of a request to send: those that no later one replaces and that do not only cancel. */
export function noticesToSend(notices: readonly Queued[]): Queued[] {
  return notices.filter(
    ({ notice }, index) =>
      notice.kind !== 'cancelled' &&
      !notices
        .slice(index + 1)
        .some(({ notice: later }) => later.about === notice.about && later.kind !== 'first'),
  );
}

/** True of a row `n` of notices whose tap has an earlier one in the queue. */
const HAS_EARLIER =
  'EXISTS (SELECT FROM notices e WHERE e.household = n.household AND e.about = n.about AND e.number < n.number)';

/** True of a row `n` of notices about whose tap another notice was sent before. */
const IS_NOTIFIED =
  'EXISTS (SELECT FROM outcomes WHERE household = n.household AND op = n.about AND notified)';

// The notice to correct was being sent when its tap was undone, and then failed: nothing was ever sent.
const dropIdle = plannedAnew(
  `DELETE FROM notices n WHERE due_at <= $1 AND kind = 'taken-back' AND NOT ${HAS_EARLIER} AND NOT ${IS_NOTIFIED}`,
);

interface TakenRow {
  household: Id;
  about: Id;
  number: number;
  message: string;
  attempts: number;
  isCorrection: boolean;
}

// Planned anew: the queue is mostly empty, and a plan that was kept since then takes seconds when thousands are due.
// SKIP LOCKED: notices that another instance is taking are skipped.
const takeDue = plannedAnew<TakenRow>(
  `WITH due AS MATERIALIZED (
     SELECT n.household, n.about, n.number, n.due_at FROM notices n WHERE n.due_at <= $1 AND NOT ${HAS_EARLIER}
     ORDER BY n.due_at, n.household, n.number LIMIT ${DUE_LOOKED_AT}
   ), turns AS MATERIALIZED (
     SELECT *, row_number() OVER (PARTITION BY household ORDER BY due_at, number) AS turn FROM due
   ), free AS MATERIALIZED (
     SELECT n.household, n.about, n.number, n.due_at FROM turns JOIN notices n USING (household, about, number)
     WHERE n.due_at <= $1 ORDER BY turn, n.due_at, n.household, n.number LIMIT $3
     FOR UPDATE OF n SKIP LOCKED
   ), taken AS (
     UPDATE notices n SET taken = TRUE, attempts = attempts + 1, due_at = $2 FROM free
     WHERE n.household = free.household AND n.about = free.about AND n.number = free.number
     RETURNING free.due_at, n.household, n.number, n.about, n.message, n.attempts
   )
   SELECT household, about, number, message, attempts, ${IS_NOTIFIED} AS "isCorrection"
   FROM taken n ORDER BY due_at, household, number`,
);

const pending = sql('SELECT FROM notices WHERE household = $1 AND about = $2 AND number = $3');

/** A notice's id is `household/about/number` in this adapter. */
type Key = [household: Id, about: Id, number: string];

function keyOf(id: NoticeId): Key {
  const [household = '', about = '', number = ''] = String(id).split('/');
  return [household, about, number];
}

// The outcome of the tap remembers that a notice was sent; if it was purged, a row without an outcome does, from the last one on.
const sent = sql(`
   WITH gone AS (
     DELETE FROM notices WHERE household = $1 AND about = $2 AND number = $3 RETURNING household, about
   )
   INSERT INTO outcomes AS o (household, op, recorded_at, notified) SELECT household, about, $4, TRUE FROM gone
   ON CONFLICT (household, op) DO UPDATE SET notified = TRUE, recorded_at =
     CASE WHEN o.version IS NULL AND o.outcome IS NULL THEN excluded.recorded_at ELSE o.recorded_at END`);
const drop = sql('DELETE FROM notices WHERE household = $1 AND about = $2 AND number = $3');
const postpone = sql(
  'UPDATE notices SET taken = FALSE, due_at = $4 WHERE household = $1 AND about = $2 AND number = $3',
);
const dropReplaced = sql(`
   DELETE FROM notices WHERE household = $1 AND about = $2 AND number = $3 AND EXISTS
     (SELECT FROM notices e WHERE e.household = $1 AND e.about = $2 AND e.number > $3)`);
const lock = sql('SELECT FROM households WHERE id = $1 FOR UPDATE');

/** Locks the household, so that no undo comes between the two statements. */
function retryLater(connections: Connections, key: Key, retryAt: string): Promise<void> {
  const [household] = key;
  return connections.transaction(household, async (connection) => {
    await connection.query(lock, household);
    await connection.query(dropReplaced, ...key);
    await connection.query(postpone, ...key, retryAt);
  });
}

/** The store's calls that take, look at and settle notices. */
export function noticeCalls(
  connections: Connections,
): Pick<NoticeQueue, 'takeNotices' | 'isNoticePending' | 'settleNotice'> {
  return {
    async takeNotices(now, until, limit) {
      await connections.query(dropIdle, now);
      const rows = await connections.query(takeDue, now, until, limit);
      return rows.map(({ household, about, number, message, attempts, isCorrection }) => ({
        id: `${household}/${about}/${number}`,
        household,
        notice: JSON.parse(message) as Notice,
        isCorrection,
        attempts,
      }));
    },
    isNoticePending: async (id) => (await connections.query(pending, ...keyOf(id))).length > 0,
    async settleNotice(id, result) {
      const key = keyOf(id);
      if (result === 'dropped') await connections.query(drop, ...key);
      else if ('retryAt' in result) await retryLater(connections, key, result.retryAt);
      // The deletion of its household may lock the two rows in the other order.
      else await retryOnConflict(() => connections.query(sent, ...key, Date.parse(result.sentAt)));
    },
  };
}
