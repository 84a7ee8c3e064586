import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serveTaps, type Tap } from './bare-http.ts';

/**
 * The baseline on SQLite: `node:http` on `node:sqlite`, no code of the product, and the fewest statements of a tap that is
 * durable (synced before the reply), owned (by the household of the session) and idempotent (by its op). All taps of a turn
 * of the event loop share one commit.
 */
const folder = process.env.DATA_DIR ?? '';
const isNew = !existsSync(join(folder, 'bare.db'));
const db = new DatabaseSync(join(folder, 'bare.db'));
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
if (isNew) create();

const session = db.prepare('SELECT number, household FROM sessions WHERE hash = ?');
const remember = db.prepare('INSERT INTO ops (household, op) VALUES (?, ?) ON CONFLICT DO NOTHING');
const arrive = db.prepare('INSERT INTO visits (household, visitor, arrived) VALUES (?, ?, ?)');
const leave = db.prepare(
  `UPDATE visits SET departed = ?3 WHERE household = ?1 AND visitor = ?2 AND arrived =
     (SELECT max(arrived) FROM visits WHERE household = ?1 AND visitor = ?2)`,
);
const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')];

let waiting: { tap: Tap; resolve: (isTaken: boolean) => void }[] = [];
serveTaps(
  (tap) =>
    new Promise((resolve) => {
      waiting.push({ tap, resolve });
      if (waiting.length === 1) setImmediate(commitAll);
    }),
);

/** An error ends the process: nothing is rolled back here. */
function commitAll(): void {
  const group = waiting;
  waiting = [];
  begin.run();
  const taken = group.map(({ tap }) => write(tap));
  commit.run();
  for (const [i, { resolve }] of group.entries()) resolve(taken[i] === true);
}

function write({ session: hash, household, op, isArrival, visitor, at }: Tap): boolean {
  const open = session.get(hash);
  if (open?.household !== household) return false;
  const { number } = open as { number: number };
  if (remember.run(number, op).changes === 1) (isArrival ? arrive : leave).run(number, visitor, at);
  return true;
}

/** The sessions come from a file, with a number for each household. */
function create(): void {
  db.exec(`CREATE TABLE sessions (hash TEXT PRIMARY KEY, number INTEGER, household TEXT) STRICT, WITHOUT ROWID;
    CREATE TABLE ops (household INTEGER, op TEXT, PRIMARY KEY (household, op)) STRICT, WITHOUT ROWID;
    CREATE TABLE visits (household INTEGER, visitor TEXT, arrived INTEGER, departed INTEGER,
      PRIMARY KEY (household, visitor, arrived)) STRICT, WITHOUT ROWID;`);
  const insert = db.prepare('INSERT INTO sessions (hash, number, household) VALUES (?, ?, ?)');
  const sessions = JSON.parse(readFileSync(join(folder, 'sessions.json'), 'utf8')) as [string, string][];
  db.exec('BEGIN');
  for (const [i, [hash, household]] of sessions.entries()) insert.run(hash, i + 1, household);
  db.exec('COMMIT');
}
