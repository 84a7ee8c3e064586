import type { DatabaseSync } from 'node:sqlite';
import type { Reads } from '#domain/command.ts';
import { type Path, parsePath, visitorPath } from '#domain/paths.ts';
import { STAYS_BESIDE } from '#domain/stays.ts';
import { query } from './connection.ts';
import { childOf, type DocumentRow, LoadedDocuments } from './documents-loaded.ts';

/** Text that sorts before and after every ISO time. */
const [EARLIEST, LATEST] = ['', '~'];

/** Prepares the loading of what several commands of one household read. */
export function loader(db: DatabaseSync): (household: string, reads: readonly Reads[]) => LoadedDocuments {
  const byPath = query<DocumentRow>(
    db,
    'SELECT path, body FROM documents WHERE household = ? AND path IN (SELECT value FROM json_each(?))',
  );
  const staysOf = stayLoader(db);
  return (household, reads) => {
    const loaded = new LoadedDocuments();
    loaded.addDocuments(byPath.all(household, JSON.stringify(pathsOf(reads))));
    for (const [visitor, { times, ops }] of visitorsOf(reads)) {
      // An earlier op of the request may take away a stay that a later one would look past.
      for (const rows of staysOf(household, visitor, times, STAYS_BESIDE + ops - 1)) {
        loaded.addStays(visitor, rows);
      }
    }
    return loaded;
  };
}

function pathsOf(reads: readonly Reads[]): Path[] {
  const paths = reads.flatMap((read) => read.paths);
  return [...new Set([...paths, ...paths.map(childOf)])];
}

/** The visitors whose stays are asked for: at which times, and how many ops touch them. */
function visitorsOf(reads: readonly Reads[]): Map<Path, { times: Set<string>; ops: number }> {
  const visitors = new Map<Path, { times: Set<string>; ops: number }>();
  for (const { around } of reads) {
    if (!around) continue;
    const path = visitorPath(around.visitor);
    const asked = visitors.get(path) ?? { times: new Set(), ops: 0 };
    asked.times.add(around.at);
    visitors.set(path, asked);
  }
  for (const path of reads.flatMap((read) => read.paths.filter(isVisitorPath))) {
    const asked = visitors.get(path);
    if (asked) asked.ops += 1;
  }
  return visitors;
}

function isVisitorPath(path: Path): boolean {
  const kind = parsePath(path)?.kind;
  return kind === 'friend' || kind === 'guest';
}

/** Reads the open stay and, between each two of the times asked for, the stays nearest to either. */
function stayLoader(db: DatabaseSync) {
  const between = (order: 'ASC' | 'DESC') =>
    query<DocumentRow>(
      db,
      `SELECT path, body FROM documents WHERE household = ? AND visitor = ? AND start > ? AND start <= ?
       ORDER BY start ${order}, path ${order} LIMIT ?`,
    );
  const [firstOnes, lastOnes] = [between('ASC'), between('DESC')];
  const open = query<DocumentRow>(
    db,
    'SELECT path, body FROM documents WHERE household = ? AND visitor = ? AND open = 1',
  );
  return function* (household: string, visitor: Path, times: ReadonlySet<string>, many: number) {
    yield open.all(household, visitor);
    let from = EARLIEST;
    for (const to of [...times].toSorted()) {
      yield lastOnes.all(household, visitor, from, to, many);
      if (from !== EARLIEST) yield firstOnes.all(household, visitor, from, to, many);
      from = to;
    }
    yield firstOnes.all(household, visitor, from, LATEST, many);
  };
}
