import type { DatabaseSync } from 'node:sqlite';
import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { NoticeId, NoticeResult, QueuedNotice, WaitingNotice } from '../../ports/notices.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** True of a row of notices about whose tap another notice was sent before. */
const IS_NOTIFIED = `EXISTS (SELECT 1 FROM outcomes WHERE outcomes.household = notices.household
  AND op = about AND notified = 1)`;

/** True of a row of notices whose tap has an earlier one in the queue. */
const HAS_EARLIER = `EXISTS (SELECT 1 FROM notices earlier WHERE earlier.household = notices.household
  AND earlier.about = notices.about AND earlier.id < notices.id)`;

/** Prepares the queueing of a notice, which replaces unsent notices about the same tap (see Notice.kind). */
export function noticeQueue(db: DatabaseSync): (household: number, notice: Notice, dueAt: string) => void {
  const cancel = write(db, 'DELETE FROM notices WHERE household = ? AND about = ? AND taken = 0');
  const taken = query(db, 'SELECT 1 FROM notices WHERE household = ? AND about = ? LIMIT 1');
  const notified = query(db, 'SELECT 1 FROM outcomes WHERE household = ? AND op = ? AND notified = 1');
  const insert = write(
    db,
    'INSERT INTO notices (household, about, kind, message, due_at) VALUES (?, ?, ?, ?, ?)',
  );
  return (household, notice, dueAt) => {
    const { about, kind } = notice;
    if (kind !== 'first') cancel(household, about);
    if (kind === 'cancelled') return;
    // There is nothing to take back unless a notice about the tap was sent or is being sent.
    if (kind === 'taken-back' && !taken.get(household, about) && !notified.get(household, about)) return;
    insert(household, about, kind, JSON.stringify(notice), dueAt);
  };
}

/** Prepares the removal of the unsent notices about a removed child's visitors, also of those taken for sending. */
export function noticeCanceller(db: DatabaseSync): (household: number, child: Id) => void {
  return write(db, "DELETE FROM notices WHERE household = ? AND json_extract(message, '$.child') = ?");
}

interface NoticeRow {
  id: number;
  message: string;
  attempts: number;
  corrects: number;
}

/** Prepares the taking of due notices. */
export function noticeTaker(db: DatabaseSync): (now: string, until: string, limit: number) => QueuedNotice[] {
  // The notice to correct was being sent when its tap was undone, and then failed: nothing was ever sent.
  const dropIdle = write(
    db,
    `DELETE FROM notices WHERE due_at <= ? AND kind = 'taken-back' AND NOT ${HAS_EARLIER} AND NOT ${IS_NOTIFIED}`,
  );
  const take = query<NoticeRow>(
    db,
    `UPDATE notices SET taken = 1, attempts = attempts + 1, due_at = ? WHERE id IN (
       SELECT id FROM notices WHERE due_at <= ? AND NOT ${HAS_EARLIER} ORDER BY due_at, id ${LIMIT_GIVEN})
     RETURNING id, message, attempts, ${IS_NOTIFIED} AS corrects`,
  );
  return (now, until, limit) => {
    dropIdle(now);
    // RETURNING guarantees no order; ids rise in the order in which the taps arrived.
    const rows = take.all(until, now, limit).toSorted((a, b) => a.id - b.id);
    return rows.map(({ id, message, attempts, corrects }) => ({
      id,
      notice: JSON.parse(message) as Notice,
      isCorrection: corrects === 1,
      attempts,
    }));
  };
}

/** Prepares the check of a taken notice just before it is sent. */
export function noticeReader(db: DatabaseSync): (id: NoticeId) => boolean {
  const pending = query(db, 'SELECT 1 FROM notices WHERE id = ?');
  return (id) => pending.get(id) !== undefined;
}

/** Prepares the list of a household's unsent notices. */
export function waitingReader(db: DatabaseSync): (household: Id) => WaitingNotice[] {
  const waiting = query<{ message: string; dueAt: string }>(
    db,
    `SELECT message, due_at AS dueAt FROM notices
     WHERE household = (SELECT number FROM households WHERE id = ?) ORDER BY due_at, notices.id`,
  );
  return (household) =>
    waiting.all(household).map(({ message, dueAt }) => ({ notice: JSON.parse(message) as Notice, dueAt }));
}

/** Prepares the settling of a taken notice. */
export function noticeSettler(db: DatabaseSync): (id: NoticeId, result: NoticeResult) => void {
  const remove = query<{ household: number; about: string }>(
    db,
    'DELETE FROM notices WHERE id = ? RETURNING household, about',
  );
  // The outcome of the tap remembers that a notice was sent; if it was purged, a row without an outcome does.
  const remember = write(
    db,
    `INSERT INTO outcomes (household, op, recorded_at, notified) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET notified = 1`,
  );
  const postpone = write(db, 'UPDATE notices SET taken = 0, due_at = ? WHERE id = ?');
  const replaced = query(
    db,
    `SELECT 1 FROM notices JOIN notices later ON later.household = notices.household AND later.about = notices.about
       AND later.id > notices.id WHERE notices.id = ? LIMIT 1`,
  );
  return (id, result) => {
    if (result !== 'dropped' && 'retryAt' in result && !replaced.get(id)) {
      postpone(result.retryAt, id);
      return;
    }
    const removed = remove.get(id);
    if (removed && result !== 'dropped' && 'sentAt' in result)
      remember(removed.household, removed.about, Date.parse(result.sentAt));
  };
}
