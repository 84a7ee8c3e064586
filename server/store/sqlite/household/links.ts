import type { DatabaseSync } from 'node:sqlite';
import type { Batch } from '../../ports/households.ts';
import { linkRows } from '../../shared/visit-links.ts';
import { statementsOf } from '../connection/connection.ts';

/** Prepares the rows of the links of the visits that a batch writes. Whoever sends another family's hash gains nothing. */
export function linkSaver(db: DatabaseSync): (household: number, batch: Pick<Batch, 'documents'>) => void {
  const { write } = statementsOf(db);
  const add = write(
    'INSERT INTO visit_links (hash, household, path, made_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  return (household, batch) => {
    for (const { hash, path, madeAt } of linkRows(batch)) add(hash, household, path, madeAt);
  };
}
