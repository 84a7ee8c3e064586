import type { DatabaseSync } from 'node:sqlite';
import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { NoticeId, NoticeResult, QueuedNotice, WaitingNotice } from '../../ports/notices.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** Prepares the queueing of a notice, which replaces unsent notices about the same tap (see Notice.kind). */
export function noticeQueue(db: DatabaseSync): (household: string, notice: Notice, dueAt: string) => void {
  const cancel = write(
    db,
    'DELETE FROM notices WHERE household = ? AND about = ? AND sent_at IS NULL AND taken = 0',
  );
  const sent = query(db, 'SELECT 1 FROM notices WHERE household = ? AND about = ? LIMIT 1');
  const insert = write(
    db,
    'INSERT INTO notices (household, about, kind, message, due_at) VALUES (?, ?, ?, ?, ?)',
  );
  return (household, notice, dueAt) => {
    const { about, kind } = notice;
    if (kind !== 'first') cancel(household, about);
    // Any notice about the tap that remains was sent or is being sent.
    if (kind === 'cancelled' || (kind === 'taken-back' && !sent.get(household, about))) return;
    insert(household, about, kind, JSON.stringify(notice), dueAt);
  };
}

/** Prepares the removal of the unsent notices about a removed child's visitors, also of those taken for sending. */
export function noticeCanceller(db: DatabaseSync): (household: Id, child: Id) => void {
  return write(
    db,
    "DELETE FROM notices WHERE household = ? AND sent_at IS NULL AND json_extract(message, '$.child') = ?",
  );
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
    `DELETE FROM notices WHERE sent_at IS NULL AND due_at <= ? AND kind = 'taken-back' AND NOT EXISTS
       (SELECT 1 FROM notices e WHERE e.household = notices.household AND e.about = notices.about AND e.id < notices.id)`,
  );
  const take = query<NoticeRow>(
    db,
    `UPDATE notices SET taken = 1, attempts = attempts + 1, due_at = ? WHERE id IN (
       SELECT n.id FROM notices n WHERE n.sent_at IS NULL AND n.due_at <= ? AND NOT EXISTS
         (SELECT 1 FROM notices e WHERE e.household = n.household AND e.about = n.about AND e.id < n.id
            AND e.sent_at IS NULL)
       ORDER BY n.due_at, n.id ${LIMIT_GIVEN})
     RETURNING id, message, attempts, EXISTS (SELECT 1 FROM notices e WHERE e.household = notices.household
       AND e.about = notices.about AND e.id < notices.id AND e.sent_at IS NOT NULL) AS corrects`,
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
  const pending = query(db, 'SELECT 1 FROM notices WHERE id = ? AND sent_at IS NULL');
  return (id) => pending.get(id) !== undefined;
}

/** Prepares the list of a household's unsent notices. */
export function waitingReader(db: DatabaseSync): (household: Id) => WaitingNotice[] {
  const waiting = query<{ message: string; dueAt: string }>(
    db,
    'SELECT message, due_at AS dueAt FROM notices WHERE household = ? AND sent_at IS NULL ORDER BY due_at, id',
  );
  return (household) =>
    waiting.all(household).map(({ message, dueAt }) => ({ notice: JSON.parse(message) as Notice, dueAt }));
}

/** Prepares the settling of a taken notice. */
export function noticeSettler(db: DatabaseSync): (id: NoticeId, result: NoticeResult) => void {
  const sent = write(db, 'UPDATE notices SET sent_at = ?, taken = 0, message = NULL WHERE id = ?');
  const drop = write(db, 'DELETE FROM notices WHERE id = ?');
  const postpone = write(db, 'UPDATE notices SET taken = 0, due_at = ? WHERE id = ?');
  const replaced = query(
    db,
    `SELECT 1 FROM notices n JOIN notices later ON later.household = n.household AND later.about = n.about
       AND later.id > n.id WHERE n.id = ? LIMIT 1`,
  );
  return (id, result) => {
    if (result === 'dropped' || ('retryAt' in result && replaced.get(id))) drop(id);
    else if ('sentAt' in result) sent(result.sentAt, id);
    else postpone(result.retryAt, id);
  };
}
