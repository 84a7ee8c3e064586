import { DatabaseSync } from 'node:sqlite';
import type { StoreInspector, StoreReader } from '../ports/inspector.ts';
import { openReader, queriesOf, statementsOf } from './connection/connection.ts';
import { isDamaged } from './connection/errors.ts';
import { migrateTo, requireCurrentSchema } from './schema/migrations.ts';

/** Throws CannotOpenStore for another version. */
export function openSqliteReader(file: string): StoreReader {
  const db = openReader(file);
  try {
    requireCurrentSchema(db);
    return readerOf(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function readerOf(db: DatabaseSync): StoreReader {
  return {
    ...queriesOf(db),
    async moment(read) {
      db.exec('BEGIN');
      try {
        return await read();
      } finally {
        db.exec('COMMIT');
      }
    },
    close: async () => db.close(),
  };
}

/** Throws CannotOpenStore for another version. */
export function openSqliteInspector(file: string): StoreInspector {
  const db = openReader(file);
  try {
    const damage = fileFaults(db);
    if (damage.length === 0) requireCurrentSchema(db);
    const { tables, foreign } = damage.length > 0 ? { tables: damage, foreign: [] } : schemaFaults(db);
    const isReadable = tables.length === 0;
    return {
      ...readerOf(db),
      examine: async () => ({
        faults: [...tables, ...foreign, ...(isReadable ? rowFaults(db) : [])],
        isReadable,
      }),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

const MOST_FAULTS = 20;

function fileFaults(db: DatabaseSync): string[] {
  return faultsIn(db, 'integrity_check').map(asSentence);
}

/** Does not compare index entries with rows: a quarter of the time. */
export function pageFaults(db: DatabaseSync): string[] {
  return faultsIn(db, 'quick_check').map(asSentence);
}

/** In SQLite's words; the pages must be whole. */
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

/** Without SQLite's own tables and constraints' indexes. */
const SCHEMA = `SELECT type || ' ' || name AS name, sql FROM sqlite_schema
  WHERE sql IS NOT NULL AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4')) ORDER BY name`;

/** `tables`: tables and indexes that are missing or differ from a new database's; `foreign`: others. */
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
 * Without comments and spaces: a column added later has its own line. SQLite's versions quote rewritten names
 * differently.
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

function rowFaults(db: DatabaseSync): string[] {
  const lost = statementsOf(db).query<{ child: string; parent: string; count: number }>(
    'SELECT "table" AS child, parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY "table", parent',
  );
  return lost
    .all()
    .map(({ child, parent, count }) => `${count} rows of ${child} refer to no row of ${parent}`);
}
