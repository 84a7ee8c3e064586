import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Visit } from '#domain/documents.ts';
import type { Path } from '#domain/paths.ts';
import { sync } from '../../hosting/backup-files.ts';
import { cellsOf, ROWS } from '../../hosting/moved-tables.ts';
import {
  type MovedRow,
  type MovedTable,
  MoveFailed,
  type MoveSource,
  type MoveTarget,
  UNSTARTED,
} from '../../ports/moving.ts';
import { type Queries, sql } from '../../shared/queries.ts';
import { isVisitPath } from '../../shared/visit-links.ts';
import { openReader, openWriter, queriesOf, removeDatabase } from '../connection/connection.ts';
import {
  databaseIn,
  lockFolder,
  movedAwayMark,
  requireFolder,
  unfinishedMove,
} from '../connection/data-folder.ts';
import { isFull } from '../connection/errors.ts';
import { paddedBody } from '../household/save.ts';
import { migrate, requirePresentSchema } from '../schema/migrations.ts';

const epochOf = sql<{ epoch: string }>('SELECT epoch FROM store_epoch');

/** Opens the database of a folder to move it elsewhere. Throws CannotOpenStore, also while a server runs. */
export function openSqliteSource(folder: string): MoveSource {
  const file = databaseIn(folder);
  const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
  const noteMoved = async () => writeFileSync(movedAwayMark(folder), '');
  return { ...reading(file, unlock, requireStarted), noteMoved };
}

/** Opens a folder as the target of a move: one without a database, or the one that an earlier run filled. Throws as above. */
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
    requirePresentSchema(db);
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

/** The file gets its name when it is whole, so that a killed move leaves no database. */
function newTarget(folder: string, file: string, unlock: () => void): MoveTarget {
  const unfinished = unfinishedMove(file);
  requireNothingBeside(file, unlock);
  removeDatabase(unfinished);
  const db = openWriter(unfinished);
  // A journal holds the pages that were there, of which a new file has few; a log would hold everything once more.
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
  migrate(db);
  const queries = queriesOf(db);
  db.exec('BEGIN');
  return {
    ...queries,
    isUsed: false,
    write: (table, rows) => explained(folder, () => writeRows(queries, table, rows)),
    complete: () => explained(folder, async () => db.exec(CHAIN_NOTICES + DATE_TOMBSTONES)),
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

/** A log without its database would be taken for that of the new one. */
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

const addPeople = sql(
  `INSERT INTO people (household, path, version, body) SELECT h.number, ${cellsOf('path, version, body')} ${ROWS}`,
);

/** Visits have a table of their own here. */
async function writeRows(queries: Queries, table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  const isOther = ({ path }: MovedRow) => table.name === 'documents' && !isVisitPath(path as Path);
  const [others = [], own = []] = [true, false].map((is) => rows.filter((row) => isOther(row) === is));
  if (others.length > 0) await queries.run(addPeople, JSON.stringify(others));
  if (own.length > 0) await queries.run(table.write, JSON.stringify(own.map(padded)));
}

/** Pads the body of an open visit; no other table has a column of that name. */
function padded(row: MovedRow): MovedRow {
  if (row.open !== 1 || typeof row.body !== 'string') return row;
  return { ...row, body: paddedBody(row.body, JSON.parse(row.body) as Visit) };
}

/** Derives the chain of the notices about one tap, and the latest of them in the row of its outcome. */
const CHAIN_NOTICES = `
UPDATE notices SET earlier = chain.earlier
  FROM (SELECT id, lag(id) OVER (PARTITION BY household, about ORDER BY id) AS earlier FROM notices) AS chain
  WHERE chain.id = notices.id;
INSERT INTO outcomes (household, op, recorded_at, notice)
  SELECT household, about, round(unixepoch(max(due_at), 'subsec') * 1000), max(id) FROM notices GROUP BY household, about
  ON CONFLICT DO UPDATE SET notice = excluded.notice;
`;

const TOMBSTONES = `SELECT household, version FROM people WHERE body IS NULL
  UNION SELECT household, version FROM visits INDEXED BY visits_removed WHERE body IS NULL`;

/** Derives the times of the tombstones from the outcomes of the same versions, or from the latest: the server's removals have none. */
const DATE_TOMBSTONES = `
WITH tombstones AS MATERIALIZED (${TOMBSTONES})
INSERT INTO tombstone_times (household, version, removed_at)
  SELECT household, version, min(recorded_at) FROM outcomes CROSS JOIN tombstones USING (household, version)
  GROUP BY household, version;
INSERT OR IGNORE INTO tombstone_times (household, version, removed_at)
  SELECT household, max(version), coalesce(latest.recorded_at, 0) FROM (${TOMBSTONES})
    LEFT JOIN (SELECT household, max(recorded_at) AS recorded_at FROM outcomes GROUP BY household) AS latest USING (household)
  GROUP BY household;
`;
