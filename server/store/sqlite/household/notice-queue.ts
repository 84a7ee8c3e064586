import type { DatabaseSync } from 'node:sqlite';
import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import {
  DUE_LOOKED_AT,
  type NoticeId,
  type NoticeQueue,
  type NoticeResult,
  type QueuedNotice,
} from '../../ports/notices.ts';
import { LIMIT_GIVEN, statementsOf } from '../connection/connection.ts';
import type { GroupCommit } from '../connection/group-commit.ts';

/** True of a row of notices about whose tap another notice was sent before. */
const IS_NOTIFIED = `EXISTS (SELECT 1 FROM outcomes WHERE outcomes.household = notices.household
  AND op = about AND notified = 1)`;

/** True of a row of notices whose tap has an earlier one in the queue. */
const HAS_EARLIER = 'EXISTS (SELECT 1 FROM notices before WHERE before.id = notices.earlier)';

/** The latest notice about a tap, of which it names the household and the op; it may be gone. */
const LATEST = '(SELECT notice FROM outcomes WHERE household = ?1 AND op = ?2)';

/** Prepares the queueing of the first notice about a tap whose outcome is recorded next, with the id that this returns. */
export function firstNoticeQueue(
  db: DatabaseSync,
): (household: number, notice: Notice, dueAt: string) => number {
  const insert = db.prepare(
    'INSERT INTO notices (household, about, kind, message, due_at) VALUES (?, ?, ?, ?, ?)',
  );
  return (household, notice, dueAt) => {
    const { about, kind } = notice;
    return Number(insert.run(household, about, kind, JSON.stringify(notice), dueAt).lastInsertRowid);
  };
}

/** Prepares the queueing of a notice, which replaces unsent notices about the same tap (see Notice.kind). */
export function noticeQueue(db: DatabaseSync): (household: number, notice: Notice, dueAt: string) => void {
  const { query, write } = statementsOf(db);
  const cancel = query<{ earlier: number | null }>(
    `DELETE FROM notices WHERE id = ${LATEST} AND taken = 0 RETURNING earlier`,
  );
  const goBack = write('UPDATE outcomes SET notice = ? WHERE household = ? AND op = ?');
  const taken = query(`SELECT 1 FROM notices WHERE id = ${LATEST}`);
  const notified = query('SELECT 1 FROM outcomes WHERE household = ? AND op = ? AND notified = 1');
  const insert = query<{ id: number }>(`
     INSERT INTO notices (household, about, kind, message, due_at, earlier) VALUES (?1, ?2, ?3, ?4, ?5, ${LATEST})
     RETURNING id`);
  // A tap without an outcome gets a row without one.
  const point = write(`
     INSERT INTO outcomes (household, op, recorded_at, notice) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET notice = excluded.notice`);
  const cancelUnsent = (household: number, about: Id) => {
    for (let gone = cancel.get(household, about); gone; gone = cancel.get(household, about))
      goBack(gone.earlier, household, about);
  };
  return (household, notice, dueAt) => {
    const { about, kind } = notice;
    if (kind !== 'first') cancelUnsent(household, about);
    if (kind === 'cancelled') return;
    // There is nothing to take back unless a notice about the tap was sent or is being sent.
    if (kind === 'taken-back' && !taken.get(household, about) && !notified.get(household, about)) return;
    const queued = insert.get(household, about, kind, JSON.stringify(notice), dueAt);
    point(household, about, Date.parse(dueAt), queued?.id ?? null);
  };
}

/**
 * Prepares the removal of the unsent notices about a removed child's visitors, also of those taken for sending. It reads the
 * whole queue, as does the deletion of an account: both are rare, and an index by household costs a page a tap.
 */
export function noticeCanceller(db: DatabaseSync): (household: number, child: Id) => void {
  return statementsOf(db).write(
    "DELETE FROM notices WHERE household = ? AND json_extract(message, '$.child') = ?",
  );
}

interface NoticeRow {
  id: number;
  household: Id;
  message: string;
  attempts: number;
  corrects: number;
}

/** Prepares the taking of due notices. */
function noticeTaker(db: DatabaseSync): (now: string, until: string, limit: number) => QueuedNotice[] {
  const { query, write } = statementsOf(db);
  // The notice to correct was being sent when its tap was undone, and then failed: nothing was ever sent.
  const dropIdle = write(
    `DELETE FROM notices WHERE due_at <= ? AND kind = 'taken-back' AND NOT ${HAS_EARLIER} AND NOT ${IS_NOTIFIED}`,
  );
  const take = query<NoticeRow>(`
     WITH due AS (
       SELECT id, household, due_at FROM notices WHERE due_at <= ?2 AND NOT ${HAS_EARLIER}
       ORDER BY due_at, id LIMIT ${DUE_LOOKED_AT}
     )
     UPDATE notices SET taken = 1, attempts = attempts + 1, due_at = ?1 WHERE id IN (
       SELECT id FROM due ORDER BY row_number() OVER (PARTITION BY household ORDER BY due_at, id), due_at, id
       ${LIMIT_GIVEN.replace('?', '?3')})
     RETURNING id, (SELECT households.id FROM households WHERE number = notices.household) AS household,
       message, attempts, ${IS_NOTIFIED} AS corrects`);
  return (now, until, limit) => {
    dropIdle(now);
    // RETURNING guarantees no order; ids rise in the order in which the taps arrived.
    const rows = take.all(until, now, limit).toSorted((a, b) => a.id - b.id);
    return rows.map(({ id, household, message, attempts, corrects }) => ({
      id,
      household,
      notice: JSON.parse(message) as Notice,
      isCorrection: corrects === 1,
      attempts,
    }));
  };
}

/** Prepares the settling of a taken notice. */
function noticeSettler(db: DatabaseSync): (id: NoticeId, result: NoticeResult) => void {
  const { query, write } = statementsOf(db);
  const remove = query<{ household: number; about: string }>(
    'DELETE FROM notices WHERE id = ? RETURNING household, about',
  );
  // The outcome of the tap remembers that a notice was sent; if it was purged, a row without an outcome does.
  const remember = write(`
     INSERT INTO outcomes (household, op, recorded_at, notified) VALUES (?1, ?2, ?3, 1)
     ON CONFLICT DO UPDATE SET notified = 1, notice = nullif(notice, ?4),
       recorded_at = iif(version IS NULL AND outcome IS NULL, excluded.recorded_at, recorded_at)`);
  const postpone = write('UPDATE notices SET taken = 0, due_at = ? WHERE id = ?');
  const replaced = query(`
     SELECT 1 FROM notices JOIN outcomes ON outcomes.household = notices.household AND op = about
     WHERE notices.id = ? AND notice > notices.id`);
  return (id, result): void => {
    if (result !== 'dropped' && 'retryAt' in result && !replaced.get(id))
      return void postpone(result.retryAt, id);
    const removed = remove.get(id);
    if (removed && result !== 'dropped' && 'sentAt' in result)
      remember(removed.household, removed.about, Date.parse(result.sentAt), id);
  };
}

/** The store's calls that take, look at and settle notices. */
export function noticeCalls(
  db: DatabaseSync,
  group: GroupCommit,
): Pick<NoticeQueue, 'takeNotices' | 'isNoticePending' | 'settleNotice'> {
  const { query } = statementsOf(db);
  const pending = query('SELECT 1 FROM notices WHERE id = ?');
  return {
    takeNotices: group.writing(noticeTaker(db)),
    isNoticePending: group.reading((id) => pending.get(id) !== undefined),
    settleNotice: group.writing(noticeSettler(db)),
  };
}
