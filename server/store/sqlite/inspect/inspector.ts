import type { DatabaseSync } from 'node:sqlite';
import type { StoreInspector, StoreReader } from '../../ports/inspector.ts';
import { openReader, queriesOf } from '../connection/connection.ts';
import { requirePresentSchema } from '../schema/migrations.ts';
import { fileFaults, rowFaults, schemaFaults } from './database-faults.ts';

/** Opens a database file to read it. Throws CannotOpenStore if it is of another version. */
export function openSqliteReader(file: string): StoreReader {
  const db = openReader(file);
  try {
    requirePresentSchema(db);
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

/** Opens a database file for `verifyStore`. Throws CannotOpenStore if it is of another version. */
export function openSqliteInspector(file: string): StoreInspector {
  const db = openReader(file);
  try {
    const damage = fileFaults(db);
    if (damage.length === 0) requirePresentSchema(db);
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
