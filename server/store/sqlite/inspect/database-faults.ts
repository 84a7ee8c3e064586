import { DatabaseSync } from 'node:sqlite';
import { statementsOf } from '../connection/connection.ts';
import { isDamaged } from '../connection/errors.ts';
import { migrateTo } from '../schema/migrations.ts';

const MOST_FAULTS = 20;

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
  const { query } = statementsOf(db);
  try {
    const rows = query<Record<string, string>>(`PRAGMA ${check}(${MOST_FAULTS})`).all();
    const found = rows.flatMap((row) => Object.values(row));
    return found.filter((text) => text !== 'ok');
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return ['it is no database, or cannot be read'];
  }
}

/** Tables that SQLite makes itself, and indexes without SQL, which belong to a constraint, say nothing of their own. */
const SCHEMA = `SELECT type || ' ' || name AS name, sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4')) ORDER BY name`;

/** Returns a sentence for each table and index that differs from a new database of a schema, and for each part that is foreign to it. */
export function schemaFaults(db: DatabaseSync, schema?: number): { tables: string[]; foreign: string[] } {
  const fresh = new DatabaseSync(':memory:');
  migrateTo(fresh, schema);
  const [known, present] = [partsOf(fresh), partsOf(db)];
  fresh.close();
  const differing = [...known].filter(([name, sql]) => present.get(name) !== sql);
  return {
    tables: differing.map(([name]) => `the ${name} is ${present.has(name) ? 'another one' : 'missing'}`),
    foreign: [...present.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `the ${name} is none of Framme`),
  };
}

/**
 * Returns the SQL of each part of a schema without comments and spaces, for a column that was added later stands on a line of its
 * own; versions of SQLite differ in the quotes of names that they rewrite.
 */
function partsOf(db: DatabaseSync): Map<string, string> {
  const { query } = statementsOf(db);
  const rows = query<{ name: string; sql: string }>(SCHEMA).all();
  return new Map(rows.map(({ name, sql }) => [name, plain(sql)]));
}

const plain = (sql: string) =>
  sql
    .replaceAll(/('[^']*'|"[^"]*")|--.*/g, '$1')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1');

/** Returns the rows that refer to none; outcomes have no reference that SQLite itself would check (schema/baseline.ts). */
export function rowFaults(db: DatabaseSync): string[] {
  const lost = statementsOf(db).query<{ child: string; parent: string; count: number }>(
    `SELECT "table" AS child, parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY "table", parent
     UNION ALL SELECT 'outcomes', 'households', count(*) FROM outcomes
       WHERE household NOT IN (SELECT number FROM households) HAVING count(*) > 0`,
  );
  return lost
    .all()
    .map(({ child, parent, count }) => `${count} rows of ${child} refer to no row of ${parent}`);
}
