import type { DatabaseSync } from 'node:sqlite';
import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { NoticeId, NoticeResult, QueuedNotice, WaitingNotice } from '../../port.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** Prepares the queueing of a notice: what is unsent about the same tap gives way to it (see Notice.kind). */
export function noticeQueue(db: DatabaseSync): (household: string, notice: Notice, dueAt: string) => void {
  const cancel = write(
    db,
    'DELETE FROM notices WHERE household = ? AND about = ? AND sent_at IS NULL AND taken = 0',
  );
  const gone = query(db, 'SELECT 1 FROM notices WHERE household = ? AND about = ? LIMIT 1');
  const insert = write(
    db,
    'INSERT INTO notices (household, about, kind, message, due_at) VALUES (?, ?, ?, ?, ?)',
  );
  return (household, notice, dueAt) => {
    const { about, kind } = notice;
    if (kind !== 'first') cancel(household, about);
    // What still stands about the tap after that has gone out, or is on its way.
    if (kind === 'cancelled' || (kind === 'taken-back' && !gone.get(household, about))) return;
    insert(household, about, kind, JSON.stringify(notice), dueAt);
  };
}

interface NoticeRow {
  id: number;
  message: string;
  attempts: number;
  corrects: number;
}

/** Prepares the handing out of notices. Out: the notices taken now, or none where none is due. */
export function noticeTaker(db: DatabaseSync): (now: string, until: string, limit: number) => QueuedNotice[] {
  // A notice was being handed over while its tap was taken back, and then failed: there is nothing to correct.
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
    // RETURNING promises no order, and an id rises with the time of its tap's arrival.
    const rows = take.all(until, now, limit).toSorted((a, b) => a.id - b.id);
    return rows.map(({ id, message, attempts, corrects }) => ({
      id,
      notice: JSON.parse(message) as Notice,
      isCorrection: corrects === 1,
      attempts,
    }));
  };
}

/** Prepares the last look at a taken notice before it goes out. */
export function noticeReader(db: DatabaseSync): (id: NoticeId) => boolean {
  const standing = query(db, 'SELECT 1 FROM notices WHERE id = ? AND sent_at IS NULL');
  return (id) => standing.get(id) !== undefined;
}

/** Prepares the list of what a household has waiting. */
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
  const putOff = write(db, 'UPDATE notices SET taken = 0, due_at = ? WHERE id = ?');
  const replaced = query(
    db,
    `SELECT 1 FROM notices n JOIN notices later ON later.household = n.household AND later.about = n.about
       AND later.id > n.id WHERE n.id = ? LIMIT 1`,
  );
  return (id, result) => {
    if (result === 'dropped' || ('retryAt' in result && replaced.get(id))) drop(id);
    else if ('sentAt' in result) sent(result.sentAt, id);
    else putOff(result.retryAt, id);
  };
}
