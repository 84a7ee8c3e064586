import type { Moved, MoveSource, MoveTarget, ReportMove } from '../ports/moving.ts';
import { openSqliteSource, openSqliteTarget } from '../sqlite/moving/ends.ts';
import { moveRows } from './move-rows.ts';

/** One end of a move: the folder of an embedded database, or the address of one in PostgreSQL. */
export type MoveEnd = { folder: string } | { address: string };

/**
 * Moves everything from one store to the other one, which must be empty, while no server runs on either. The source stays as
 * it is. Throws MoveFailed and CannotOpenStore; then the target is as empty as before.
 */
export async function moveStore(from: MoveEnd, to: MoveEnd, report: ReportMove): Promise<Moved> {
  const source = await openSource(from);
  try {
    const target = await openTarget(to);
    try {
      return await moveRows(source, target, report);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

// Imported on demand: a host without PostgreSQL does not load its driver.
async function openSource(end: MoveEnd): Promise<MoveSource> {
  if ('folder' in end) return openSqliteSource(end.folder);
  const { openPostgresSource } = await import('../postgres/moving/ends.ts');
  return openPostgresSource(end.address);
}

async function openTarget(end: MoveEnd): Promise<MoveTarget> {
  if ('folder' in end) return openSqliteTarget(end.folder);
  const { openPostgresTarget } = await import('../postgres/moving/ends.ts');
  return openPostgresTarget(end.address);
}
