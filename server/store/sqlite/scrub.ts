import type { DatabaseSync } from 'node:sqlite';

/** A larger file is not written anew: nobody could check in for longer than about a second. In bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Prepares the overwriting of what was deleted. `secure_delete` has done most of it: what is left lies where SQLite once
 * split a page, until the file is written anew, and in the log, until it is cut off.
 */
export function scrubber(db: DatabaseSync, largest = LARGEST): () => void {
  return () => {
    // Somebody who reads the file from outside, like a backup, must not be waited for: the next time will do.
    db.exec('PRAGMA busy_timeout = 0');
    try {
      if (sizeOf(db) <= largest) db.exec('VACUUM');
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      db.exec('PRAGMA busy_timeout = 5000');
    }
  };
}

function sizeOf(db: DatabaseSync): number {
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() ?? {};
  const { page_size: bytes } = db.prepare('PRAGMA page_size').get() ?? {};
  return Number(pages) * Number(bytes);
}
