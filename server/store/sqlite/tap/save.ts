import type { DatabaseSync } from 'node:sqlite';
import type { Document, Visit } from '#domain/documents.ts';
import type { Path } from '#domain/paths.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { noticesToSend, replacedTaps } from '../../households/notice-queue.ts';
import { saveBeside } from '../../households/saved-beside.ts';
import { type HouseholdRow, outcomeColumns, withSequence } from '../../households/stored-rows.ts';
import type { Batch } from '../../ports/households.ts';
import type { Queries } from '../../shared/queries.ts';
import { isVisitPath, visitRow } from '../../sharing/visit-links.ts';
import { statementsOf } from '../connection/connection.ts';

function documentWriter(db: DatabaseSync) {
  const { write } = statementsOf(db);
  // UPDATE first: INSERT looks up the household, and what a tap changes exists already.
  const changePerson = write('UPDATE people SET version = ?, body = ? WHERE household = ? AND path = ?');
  const addPerson = write('INSERT INTO people (household, path, version, body) VALUES (?, ?, ?, ?)');
  const putVisit = visitWriter(db);
  return (household: number, path: Path, version: number, document?: Document): void => {
    if (isVisitPath(path)) {
      putVisit(household, path, version, document as Visit | undefined);
      return;
    }
    const body = document ? JSON.stringify(document) : null;
    if (changePerson(version, body, household, path) === 0) addPerson(household, path, version, body);
  };
}

/**
 * Pads an open visit to its departure's length: a row that grows in a full page makes SQLite write the pages
 * beside it.
 */
function paddedBody(body: string, visit: Visit): string {
  if (!visit.open || visit.arrived === undefined) return body;
  return body + ' '.repeat(JSON.stringify({ left: visit.arrived }).length);
}

function visitWriter(db: DatabaseSync) {
  const { write } = statementsOf(db);
  // SQLite writes every index with a column that is set, even to the same value.
  const close = write(`
     UPDATE visits SET version = ?, open = 0, body = ?
     WHERE id = ? AND household = ? AND child = ? AND start = ? AND visitor = ?`);
  const put = write(`
     INSERT INTO visits (household, version, open, child, id, start, visitor, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id, household, child) DO UPDATE SET version = excluded.version, open = excluded.open,
       start = excluded.start, visitor = excluded.visitor, body = excluded.body`);
  return (household: number, path: Path, version: number, visit?: Visit) => {
    const { child, id, open, start, visitor, body: text } = visitRow(path, visit);
    const body = text !== null && visit ? paddedBody(text, visit) : text;
    if (open === 0 && close(version, body, id, household, child, start, visitor) > 0) return;
    put(household, version, open, child, id, start, visitor, body);
  };
}

function outcomeWriter(db: DatabaseSync): (household: number, outcome: Outcome, recordedAt: number) => void {
  const { write } = statementsOf(db);
  // A notice about the tap may have left a row without an outcome.
  const insert = write(`
     INSERT INTO outcomes (household, op, recorded_at, version, outcome) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET recorded_at = excluded.recorded_at, version = excluded.version, outcome = excluded.outcome
     WHERE outcomes.version IS NULL AND outcomes.outcome IS NULL`);
  return (household, done, recordedAt) => {
    const { version, outcome } = outcomeColumns(done);
    if (insert(household, done.op, recordedAt, version, outcome) === 0)
      throw new Error('an op cannot be recorded twice');
  };
}

function noticeWriter(db: DatabaseSync): (household: number, notices: Batch['notices']) => void {
  const { query, write } = statementsOf(db);
  const cancel = write('DELETE FROM notices WHERE about = ? AND household = ? AND taken = 0');
  const insert = write(
    'INSERT INTO notices (household, about, kind, message, due_at) VALUES (?, ?, ?, ?, ?)',
  );
  // Nothing to take back unless a notice about the tap was sent or is being sent.
  const isSent = query(`
     SELECT 1 FROM notices WHERE about = ?1 AND household = ?2
     UNION ALL SELECT 1 FROM outcomes WHERE op = ?1 AND household = ?2 AND notified = 1`);
  return (household, notices) => {
    for (const about of replacedTaps(notices)) cancel(about, household);
    for (const { notice, dueAt } of noticesToSend(notices)) {
      const { about, kind, ...message } = notice;
      if (kind === 'taken-back' && !isSent.get(about, household)) continue;
      insert(household, about, kind, JSON.stringify(message), dueAt);
    }
  };
}

export function batchWriter(
  db: DatabaseSync,
  queries: Queries,
): (household: HouseholdRow, batch: Batch) => Promise<HouseholdRow> {
  const { write } = statementsOf(db);
  const writeDocument = documentWriter(db);
  const record = outcomeWriter(db);
  const queueNotices = noticeWriter(db);
  const dateTombstones = write(`
     INSERT INTO tombstone_times (household, version, removed_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET removed_at = excluded.removed_at`);
  const raise = write('UPDATE households SET version = ?, devices = ?, sizes = ? WHERE number = ?');
  return async (household, batch) => {
    const { number } = household;
    const { version, device, lastSequence, documents, outcomes } = batch;
    const recordedAt = Date.parse(batch.recordedAt);
    const sizes = batch.sizes?.toString() ?? household.sizes;
    const devices = withSequence(household.devices, device, lastSequence);
    raise(version, devices, sizes, number);
    for (const { path, version: at, document } of documents) writeDocument(number, path, at, document);
    if (documents.some(({ document }) => !document)) dateTombstones(number, version, recordedAt);
    const beside = saveBeside(queries, [{ household: number, batch }]);
    if (beside.length > 0) await Promise.all(beside);
    for (const { outcome } of outcomes) record(number, outcome, recordedAt);
    queueNotices(number, batch.notices);
    return { number, version, devices, sizes };
  };
}
