import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { sync } from '../../admin/backup-files.ts';
import { MoveFailed, type MoveSource, type MoveTarget, UNSTARTED } from '../../ports/moving.ts';
import { sql } from '../../shared/queries.ts';
import { openReader, openWriter, queriesOf, removeDatabase } from '../connection/connection.ts';
import {
  databaseIn,
  lockFolder,
  movedAwayMark,
  requireFolder,
  unfinishedMove,
} from '../connection/data-folder.ts';
import { isFull } from '../connection/errors.ts';
import { migrate, requireCurrentSchema } from '../schema/migrations.ts';

const epochOf = sql<{ epoch: string }>('SELECT epoch FROM store_epoch');

/** Throws CannotOpenStore, also while a server runs. */
export function openSqliteSource(folder: string): MoveSource {
  const file = databaseIn(folder);
  const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
  const noteMoved = async () => writeFileSync(movedAwayMark(folder), '');
  return { ...reading(file, unlock, requireStarted), noteMoved };
}

/**
 * A folder without a database, or with one that an earlier run filled. Throws CannotOpenStore and MoveFailed.
 */
export async function openSqliteTarget(folder: string): Promise<MoveTarget> {
  requireFolder(folder);
  const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
  const file = join(folder, 'framme.db');
  return existsSync(file) ? filledTarget(file, unlock) : newTarget(folder, file, unlock);
}

function requireStarted(db: DatabaseSync): void {
  const unstarted = db.prepare("SELECT 1 FROM store_epoch WHERE epoch <> '' AND mark = ''").get();
  if (unstarted) throw new MoveFailed(UNSTARTED);
}

function reading(
  file: string,
  unlock: () => void,
  check?: (db: DatabaseSync) => void,
): Omit<MoveSource, 'noteMoved'> {
  const db = openReader(file);
  const close = async () => {
    db.close();
    unlock();
  };
  try {
    requireCurrentSchema(db);
    check?.(db);
    return { ...queriesOf(db), close };
  } catch (error) {
    void close();
    throw error;
  }
}

async function filledTarget(file: string, unlock: () => void): Promise<MoveTarget> {
  const source = reading(file, unlock);
  const refuse = async () => {
    throw new MoveFailed(`There is a database in ${file} already. Name a folder without one.`);
  };
  const stored = await source.one(epochOf);
  return { ...source, isUsed: stored?.epoch !== '', write: refuse, complete: refuse, keep: refuse };
}

/** Named when whole, so that a killed move leaves no database. */
function newTarget(folder: string, file: string, unlock: () => void): MoveTarget {
  const unfinished = unfinishedMove(file);
  requireNothingBeside(file, unlock);
  removeDatabase(unfinished);
  const db = openWriter(unfinished);
  // A journal holds only overwritten pages, few in a new file; a log would hold everything again.
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
  migrate(db);
  const queries = queriesOf(db);
  db.exec('BEGIN');
  return {
    ...queries,
    isUsed: false,
    write: ({ write }, rows) =>
      explained(folder, async () => void (await queries.run(write, JSON.stringify(rows)))),
    complete: async () => undefined,
    async keep() {
      await explained(folder, async () => db.exec('COMMIT'));
      db.close();
      sync(unfinished);
      renameSync(unfinished, file);
      rmSync(movedAwayMark(folder), { force: true });
      sync(folder);
    },
    async close() {
      if (db.isOpen) db.close();
      removeDatabase(unfinished);
      unlock();
    },
  };
}

/** A log without its database would be taken for the new one's. */
function requireNothingBeside(file: string, unlock: () => void): void {
  const log = `${file}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) return;
  unlock();
  throw new MoveFailed(`There is ${log} without its database. Name an empty folder.`);
}

async function explained(folder: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isFull(error)) throw error;
    throw new MoveFailed(`The disk of ${folder} became full: nothing was moved. Make room.`);
  }
}
