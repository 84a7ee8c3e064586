import type { DatabaseSync } from 'node:sqlite';
import type { Document } from '#domain/documents.ts';
import { type Path, subtreeRange } from '#domain/paths.ts';
import type { Batch } from '../../ports/households.ts';
import { removedChildren } from '../../removed-children.ts';
import { visitColumns } from '../../visit-columns.ts';
import { write } from '../connection/connection.ts';
import { noticeCanceller, noticeQueue } from './notice-queue.ts';

/** Prepares the writing of a document, or of a tombstone, which removes everything below its path. */
export function documentWriter(db: DatabaseSync) {
  const put = write(
    db,
    `INSERT INTO documents (household, path, version, body, visitor, start, open) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET version = excluded.version, body = excluded.body, visitor = excluded.visitor,
       start = excluded.start, open = excluded.open`,
  );
  const removeBelow = write(db, 'DELETE FROM documents WHERE household = ? AND path >= ? AND path < ?');
  return (household: string, path: Path, version: number, document?: Document): void => {
    if (document) {
      const { visitor = null, start = null, open } = visitColumns(path, document) ?? {};
      put(
        household,
        path,
        version,
        JSON.stringify(document),
        visitor,
        start,
        open === undefined ? null : Number(open),
      );
      return;
    }
    const { from, to } = subtreeRange(path);
    removeBelow(household, from, to);
    // A tombstone counts as closed: it is neither somebody present nor a visit.
    put(household, path, version, null, null, null, 0);
  };
}

/** Prepares the writing of all changes of one request to its household. */
export function batchWriter(db: DatabaseSync): (household: string, batch: Batch) => void {
  const writeDocument = documentWriter(db);
  const enqueue = noticeQueue(db);
  const cancelOf = noticeCanceller(db);
  const raise = write(db, 'UPDATE households SET version = ? WHERE id = ?');
  const count = write(
    db,
    `INSERT INTO devices (household, device, last_sequence) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET last_sequence = excluded.last_sequence`,
  );
  const record = write(
    db,
    'INSERT INTO outcomes (household, op, device, sequence, outcome, recorded_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return (household, batch) => {
    const { version, device, lastSequence, documents, outcomes, notices, recordedAt } = batch;
    raise(version, household);
    count(household, device, lastSequence);
    for (const { path, version: at, document } of documents) writeDocument(household, path, at, document);
    for (const { outcome, sequence } of outcomes) {
      record(household, outcome.op, device, sequence, JSON.stringify(outcome), recordedAt);
    }
    for (const child of removedChildren(batch)) cancelOf(household, child);
    for (const { notice, dueAt } of notices) enqueue(household, notice, dueAt);
  };
}
