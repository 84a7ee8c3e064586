import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { query, refuseOther } from '../connection/connection.ts';
import { isDamaged } from '../connection/errors.ts';
import { migrate } from '../schema/migrations.ts';

const MOST_FAULTS = 20;

/** Opens a database file to read it; with `isStill` nobody writes it meanwhile, and no file appears beside it. */
export function openReader(file: string, { isStill = false } = {}): DatabaseSync {
  refuseOther(file);
  const url = pathToFileURL(file);
  if (isStill) url.search = 'immutable=1';
  return new DatabaseSync(url, { readOnly: true, timeout: 5000 });
}

/** Returns a sentence for each fault that SQLite finds in the pages of a file, and in what its indexes hold. */
export function fileFaults(db: DatabaseSync): string[] {
  return faultsIn(db, 'integrity_check').map(asSentence);
}

/** Returns the same, without comparing each entry of an index with its row: a quarter of the time. */
export function pageFaults(db: DatabaseSync): string[] {
  return faultsIn(db, 'quick_check').map(asSentence);
}

/** Returns, in a file without faults in its pages, what its indexes hold that their tables do not, in words of SQLite. */
export function indexFaults(db: DatabaseSync): string[] {
  return faultsIn(db, 'integrity_check');
}

const asSentence = (text: string) => `the file is damaged: ${text}`;

function faultsIn(db: DatabaseSync, check: 'integrity_check' | 'quick_check'): string[] {
  try {
    const rows = query<Record<string, string>>(db, `PRAGMA ${check}(${MOST_FAULTS})`).all();
    const found = rows.flatMap((row) => Object.values(row));
    return found.filter((text) => text !== 'ok');
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return ['it is no database, or cannot be read'];
  }
}

const SCHEMA = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name";

/** Returns the tables and indexes that are not those of a new database of this version. */
export function tableFaults(db: DatabaseSync): string[] {
  const fresh = new DatabaseSync(':memory:');
  migrate(fresh);
  const [known, present] = [fresh, db].map((of) => {
    const rows = query<{ name: string; sql: string }>(of, SCHEMA).all();
    return new Map(rows.map(({ name, sql }) => [name, sql]));
  });
  fresh.close();
  return [...(known ?? [])]
    .filter(([name, sql]) => present?.get(name) !== sql)
    .map(([name]) => `the table or index ${name} is ${present?.has(name) ? 'another one' : 'missing'}`);
}

/** Returns the rows that refer to none, and an epoch that is not one. */
export function rowFaults(db: DatabaseSync): string[] {
  const lost = query<{ table: string; parent: string; count: number }>(
    db,
    'SELECT "table", parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY "table", parent',
  );
  const faults = lost
    .all()
    .map(({ table, parent, count }) => `${count} rows of ${table} refer to no row of ${parent}`);
  // Outcomes have no reference that SQLite itself would check (schema-8.ts).
  const { strangers = 0 } =
    query<{ strangers: number }>(
      db,
      'SELECT count(*) AS strangers FROM outcomes WHERE household NOT IN (SELECT number FROM households)',
    ).get() ?? {};
  if (strangers > 0) faults.push(`${strangers} rows of outcomes refer to no row of households`);
  const { count } = query<{ count: number }>(db, 'SELECT count(*) AS count FROM store_epoch').get() ?? {};
  return count === 1 ? faults : [...faults, `the store has ${count} epochs instead of one`];
}
