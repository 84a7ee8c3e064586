import type { DatabaseSync } from 'node:sqlite';
import { pragma, statementsOf } from './connection/connection.ts';

/** A larger file is not vacuumed, which would block check-ins for longer than about a second. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/**
 * Prepares the overwriting of deleted data. `secure_delete` overwrites most of it; copies remain where SQLite once split a
 * page, until VACUUM, and in the write-ahead log, until it is truncated.
 */
export function scrubber(db: DatabaseSync, largest = LARGEST_BYTES): () => void {
  const { query } = statementsOf(db);
  const truncate = query(TRUNCATE);
  return () => {
    // Does not wait for another reader of the file, such as a backup: the next scrub will do.
    db.exec('PRAGMA busy_timeout = 0');
    try {
      const bytes = Number(pragma(db, 'PRAGMA page_count')) * Number(pragma(db, 'PRAGMA page_size'));
      if (bytes <= largest) db.exec('VACUUM');
      truncate.get();
    } finally {
      db.exec('PRAGMA busy_timeout = 5000');
    }
  };
}

const TRUNCATE = 'PRAGMA wal_checkpoint(TRUNCATE)';

/** Prepares the emptying of the log; returns false if another program is reading it. */
export function logTruncater(db: DatabaseSync): () => boolean {
  const { query } = statementsOf(db);
  const truncate = query<{ busy: number }>(TRUNCATE);
  return () => {
    db.exec('PRAGMA busy_timeout = 0');
    try {
      return truncate.get()?.busy === 0;
    } finally {
      db.exec('PRAGMA busy_timeout = 5000');
    }
  };
}
