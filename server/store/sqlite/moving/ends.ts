import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { sync } from '../../hosting/backup-files.ts';
import { MoveFailed, type MoveSource, type MoveTarget } from '../../ports/moving.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import { lockFolder, openReader, openWriter, query, requireFolder } from '../connection/connection.ts';
import { isFull } from '../connection/errors.ts';
import { migrate, requirePresentSchema } from '../schema/migrations.ts';
import { rowReader } from './tables.ts';
import { CHAIN_NOTICES, DATE_TOMBSTONES, rowWriters } from './writer.ts';

/** Opens the database of a folder to move it elsewhere. Throws CannotOpenStore, also while a server runs. */
export function openSqliteSource(folder: string): MoveSource {
  const file = join(folder, 'framme.db');
  if (!existsSync(file)) throw new CannotOpenStore(`There is no database in ${resolve(folder)}.`);
  const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
  return reading(file, unlock);
}

/** Opens a folder as the target of a move: one without a database, or the one that an earlier run filled. Throws as above. */
export function openSqliteTarget(folder: string): MoveTarget {
  requireFolder(folder);
  const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
  const file = join(folder, 'framme.db');
  return existsSync(file) ? filledTarget(file, unlock) : newTarget(folder, file, unlock);
}

function reading(file: string, unlock: () => void): MoveSource & { db: DatabaseSync } {
  const db = openReader(file);
  const close = async () => {
    db.close();
    unlock();
  };
  try {
    requirePresentSchema(db);
    return { db, ...rowReader(db), close };
  } catch (error) {
    void close();
    throw error;
  }
}

function filledTarget(file: string, unlock: () => void): MoveTarget {
  const { db, ...source } = reading(file, unlock);
  const refuse = async () => {
    throw new MoveFailed(`There is a database in ${file} already. Name a folder without one.`);
  };
  const { epoch } = query<{ epoch: string }>(db, 'SELECT epoch FROM store_epoch').get() ?? {};
  return { ...source, isUsed: epoch !== '', write: refuse, complete: refuse, keep: refuse };
}

/** The file gets its name when it is whole, so that a killed move leaves no database. */
function newTarget(folder: string, file: string, unlock: () => void): MoveTarget {
  const unfinished = `${file}.moving`;
  requireNothingBeside(file, unlock);
  const forget = () => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + suffix, { force: true });
  };
  forget();
  const db = openWriter(unfinished);
  // A journal holds the pages that were there, of which a new file has few; a log would hold everything once more.
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
  migrate(db);
  const writers = rowWriters(db);
  db.exec('BEGIN');
  return {
    ...rowReader(db),
    isUsed: false,
    write: async (table, rows) => explained(folder, () => writers.get(table)?.(rows)),
    complete: async () => explained(folder, () => db.exec(CHAIN_NOTICES + DATE_TOMBSTONES)),
    async keep() {
      explained(folder, () => db.exec('COMMIT'));
      db.close();
      sync(unfinished);
      renameSync(unfinished, file);
      sync(folder);
    },
    async close() {
      if (db.isOpen) db.close();
      forget();
      unlock();
    },
  };
}

/** A log without its database would be taken for that of the new one. */
function requireNothingBeside(file: string, unlock: () => void): void {
  const log = `${file}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) return;
  unlock();
  throw new MoveFailed(`There is ${log} without its database. Name an empty folder.`);
}

function explained(folder: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!isFull(error)) throw error;
    throw new MoveFailed(`The disk of ${folder} became full: nothing was moved. Make room.`);
  }
}
