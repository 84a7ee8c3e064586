import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Batch } from '../../ports/households.ts';
import {
  DUE_LOOKED_AT,
  type NoticeId,
  type NoticeResult,
  type QueuedNotice,
  type WaitingNotice,
} from '../../ports/notices.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

type Queued = Batch['notices'][number];

const cancel = statement(
  'cancel-notices',
  `DELETE FROM notices n USING json_to_recordset($1) AS r (household text, about text)
   WHERE n.household = r.household AND n.about = r.about AND sent_at IS NULL AND NOT taken`,
);

/** Removes the unsent notices that these notices replace. */
export async function cancelReplaced(
  connection: Connection,
  notices: readonly (Queued & { household: Id })[],
): Promise<void> {
  const replaced = notices
    .filter(({ notice }) => notice.kind !== 'first')
    .map(({ household, notice }) => ({ household, about: notice.about }));
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

// The notice to correct was being sent when its tap was undone, and then failed: nothing was ever sent.
const dropIdle = statement(
  'drop-idle-notices',
  `DELETE FROM notices n WHERE sent_at IS NULL AND due_at <= $1 AND kind = 'taken-back' AND NOT EXISTS
     (SELECT FROM notices e WHERE e.household = n.household AND e.about = n.about AND e.number < n.number)`,
);

interface TakenRow {
  household: Id;
  number: number;
  message: string;
  attempts: number;
  isCorrection: boolean;
}

// SKIP LOCKED: notices that another instance is taking are skipped.
const takeDue = statement<TakenRow>(
  'take-notices',
  `WITH due AS MATERIALIZED (
     SELECT n.household, n.number, n.due_at FROM notices n
     WHERE n.sent_at IS NULL AND n.due_at <= $1 AND NOT EXISTS
       (SELECT FROM notices e WHERE e.household = n.household AND e.about = n.about AND e.number < n.number
          AND e.sent_at IS NULL)
     ORDER BY n.due_at, n.household, n.number LIMIT ${DUE_LOOKED_AT}
   ), turns AS MATERIALIZED (
     SELECT *, row_number() OVER (PARTITION BY household ORDER BY due_at, number) AS turn FROM due
   ), free AS MATERIALIZED (
     SELECT n.household, n.number, n.due_at FROM turns JOIN notices n USING (household, number)
     WHERE n.sent_at IS NULL AND n.due_at <= $1 ORDER BY turn, n.due_at, n.household, n.number LIMIT $3
     FOR UPDATE OF n SKIP LOCKED
   ), taken AS (
     UPDATE notices n SET taken = TRUE, attempts = attempts + 1, due_at = $2 FROM free
     WHERE n.household = free.household AND n.number = free.number
     RETURNING free.due_at, n.household, n.number, n.about, n.message, n.attempts
   )
   SELECT household, number, message, attempts, EXISTS (SELECT FROM notices e WHERE e.household = taken.household
     AND e.about = taken.about AND e.number < taken.number AND e.sent_at IS NOT NULL) AS "isCorrection"
   FROM taken ORDER BY due_at, household, number`,
);

/** Takes due notices round-robin over households under a lease until `until`. */
export async function takeNotices(
  connections: Connections,
  now: string,
  until: string,
  limit: number,
): Promise<QueuedNotice[]> {
  await connections.query(dropIdle, now);
  const rows = await connections.query(takeDue, now, until, limit);
  return rows.map(({ household, number, message, attempts, isCorrection }) => ({
    id: `${household}/${number}`,
    notice: JSON.parse(message) as Notice,
    isCorrection,
    attempts,
  }));
}

const pending = statement(
  'notice-pending',
  'SELECT FROM notices WHERE household = $1 AND number = $2 AND sent_at IS NULL',
);

export async function isNoticePending(connections: Connections, id: NoticeId): Promise<boolean> {
  return (await connections.query(pending, ...keyOf(id))).length > 0;
}

const waiting = statement<{ message: string; dueAt: string }>(
  'waiting-notices',
  `SELECT message, due_at AS "dueAt" FROM notices WHERE household = $1 AND sent_at IS NULL ORDER BY due_at, number`,
);

export async function waitingNotices(connections: Connections, household: Id): Promise<WaitingNotice[]> {
  const rows = await connections.query(waiting, household);
  return rows.map(({ message, dueAt }) => ({ notice: JSON.parse(message) as Notice, dueAt }));
}

const earliest = statement<{ at: string | null }>(
  'earliest-notice',
  'SELECT min(due_at) AS at FROM notices WHERE sent_at IS NULL',
);

export async function earliestNotice(connections: Connections): Promise<string | undefined> {
  return (await connections.query(earliest))[0]?.at ?? undefined;
}

/** Splits a notice's id, which is `household/number` in this adapter. */
function keyOf(id: NoticeId): [household: string, number: string] {
  const [household = '', number = ''] = String(id).split('/');
  return [household, number];
}

const sent = statement(
  'notice-sent',
  'UPDATE notices SET sent_at = $3, taken = FALSE, message = NULL WHERE household = $1 AND number = $2',
);
const drop = statement('notice-dropped', 'DELETE FROM notices WHERE household = $1 AND number = $2');
const postpone = statement(
  'postpone-notice',
  'UPDATE notices SET taken = FALSE, due_at = $3 WHERE household = $1 AND number = $2',
);
const dropReplaced = statement(
  'notice-replaced',
  `DELETE FROM notices n WHERE household = $1 AND number = $2 AND EXISTS
     (SELECT FROM notices e WHERE e.household = n.household AND e.about = n.about AND e.number > n.number)`,
);
const lock = statement('lock-household-of-notice', 'SELECT FROM households WHERE id = $1 FOR UPDATE');

export async function settleNotice(
  connections: Connections,
  id: NoticeId,
  result: NoticeResult,
): Promise<void> {
  const [household, number] = keyOf(id);
  if (result === 'dropped') await connections.query(drop, household, number);
  else if ('sentAt' in result) await connections.query(sent, household, number, result.sentAt);
  else await retryLater(connections, household, number, result.retryAt);
}

/** Locks the household, so that no undo comes between the two statements. */
function retryLater(connections: Connections, household: Id, number: string, retryAt: string): Promise<void> {
  return connections.transaction(household, async (connection) => {
    await connection.query(lock, household);
    await connection.query(dropReplaced, household, number);
    await connection.query(postpone, household, number, retryAt);
  });
}
