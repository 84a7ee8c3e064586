import type { DatabaseSync } from 'node:sqlite';
import type { Document, Visit } from '#domain/documents.ts';
import { childPath, type Path } from '#domain/paths.ts';
import type { Batch } from '../../ports/households.ts';
import { alertRows, PUT_ALERT } from '../../shared/alerts.ts';
import { removedChildren } from '../../shared/rows.ts';
import { isVisitPath, visitColumns, visitKey } from '../../shared/visit-links.ts';
import { statementsOf } from '../connection/connection.ts';
import { type HouseholdRow, outcomeWriter, withSequence } from './household-row.ts';
import { linkSaver } from './links.ts';
import { firstNoticeQueue, noticeCanceller, noticeQueue } from './notice-queue.ts';
import { tombstoneDater } from './purge.ts';
import { subtreeRemover } from './purge-removed.ts';
import { restoreLogWriter } from './restore-log.ts';

/** Prepares the writing of a document or of a tombstone. */
export function documentWriter(db: DatabaseSync) {
  const { write } = statementsOf(db);
  // An insertion looks for its household first; those that a tap changes are there.
  const changePerson = write('UPDATE people SET version = ?, body = ? WHERE household = ? AND path = ?');
  const addPerson = write('INSERT INTO people (household, path, version, body) VALUES (?, ?, ?, ?)');
  const putVisit = visitWriter(db);
  return (household: number, path: Path, version: number, document?: Document): void => {
    if (isVisitPath(path)) {
      putVisit(household, path, version, document);
      return;
    }
    const body = document ? JSON.stringify(document) : null;
    if (changePerson(version, body, household, path) === 0) addPerson(household, path, version, body);
  };
}

function bodyOf(visit: Visit): string {
  return paddedBody(JSON.stringify(visit), visit);
}

/**
 * Returns the body of a visit as it is stored. An open one ends with blanks, as many as its departure will take: a row that
 * grows in a full page makes SQLite write the pages beside it, too.
 */
export function paddedBody(body: string, visit: Visit): string {
  if (!visit.open || visit.arrived === undefined) return body;
  return body + ' '.repeat(JSON.stringify({ left: visit.arrived }).length);
}

function visitWriter(db: DatabaseSync) {
  const { write } = statementsOf(db);
  // SQLite writes every index of which a column is set, even to the value it had: a departure sets no more than it changes.
  const close = write(`
     UPDATE visits SET version = ?, open = 0, body = ?
     WHERE id = ? AND household = ? AND child = ? AND start = ? AND visitor = ?`);
  const put = write(`
     INSERT INTO visits (household, path, version, open, start, visitor, body) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id, household, child) DO UPDATE SET version = excluded.version, open = excluded.open,
       start = excluded.start, visitor = excluded.visitor, body = excluded.body`);
  return (household: number, path: Path, version: number, document?: Document) => {
    const body = document ? bodyOf(document as Visit) : null;
    const { visitor = null, start = null, open } = (document && visitColumns(path, document)) ?? {};
    const { child, id } = visitKey(path);
    if (open === false && close(version, body, id, household, child, start, visitor) > 0) return;
    put(household, path, version, open === undefined ? null : Number(open), start, visitor, body);
  };
}

/** Prepares the writing of all changes of one request to its household; returns the household's row after it. */
export function batchWriter(db: DatabaseSync): (household: HouseholdRow, batch: Batch) => HouseholdRow {
  const { write } = statementsOf(db);
  const writeDocument = documentWriter(db);
  const dateTombstones = tombstoneDater(db);
  const addLinks = linkSaver(db);
  const record = outcomeWriter(db);
  const enqueue = noticeQueue(db);
  const enqueueFirst = firstNoticeQueue(db);
  const cancelOf = noticeCanceller(db);
  const removeBelow = subtreeRemover(db);
  const writeLog = restoreLogWriter(db);
  const putAlert = write(PUT_ALERT);
  const raise = write('UPDATE households SET version = ?, devices = ?, sizes = ? WHERE number = ?');
  return (household, batch) => {
    const { id, number } = household;
    const { version, device, lastSequence, documents, outcomes, notices, recordedAt } = batch;
    const sizes = batch.sizes?.toString() ?? household.sizes;
    const devices = withSequence(household.devices, device, lastSequence);
    raise(version, devices, sizes, number);
    for (const { path, version: at, document } of documents) writeDocument(number, path, at, document);
    if (documents.some(({ document }) => !document)) dateTombstones(number, version, recordedAt);
    addLinks(number, batch);
    if (batch.log) writeLog(number, batch.log);
    for (const { about, kind, dueAt, body } of alertRows(batch)) putAlert(number, about, kind, dueAt, body);
    const removed = removedChildren(batch);
    for (const child of removed) cancelOf(number, child);
    if (removed.length > 0) removeBelow(number, removed.map(childPath));
    // An outcome is written once, with the notice of its tap.
    const rest = outcomes.map(({ outcome }) => outcome);
    for (const { notice, dueAt } of notices) {
      const at = notice.kind === 'first' ? rest.findIndex(({ op }) => op === notice.about) : -1;
      const [own] = at < 0 ? [] : rest.splice(at, 1);
      if (own) record(number, own, recordedAt, enqueueFirst(number, notice, dueAt));
      else enqueue(number, notice, dueAt);
    }
    for (const outcome of rest) record(number, outcome, recordedAt);
    return { id, number, version, devices, sizes };
  };
}
