import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempDisposableSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '#scripts/client-build.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import { type Figure, type Finding, rngOf, rounds, type Scale } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';
import { patchedServer } from '../patched-server.ts';
import { writeLargeDatabase } from '../servers/large-database.ts';

const MIGRATE = 'prove/servers/migrate.ts';
/** Schemas before and after: 12 with rows in every table; 'made-up' are steps of later releases, on top of the current one. */
const PATHS = [
  ['nothing', 'current'],
  ['nothing', 'made-up'],
  ['baseline', 'current'],
  ['12', 'current'],
  ['12', 'made-up'],
] as const;

const PATCH = readEdits(`
@ server/store/sqlite/schema/migrations.ts
- db.exec('BEGIN EXCLUSIVE');
@ server/store/sqlite/schema/migrations.ts
- db.exec('COMMIT');
`);

/** Figure 13: a migration is killed at each of its writes; two start on one folder. */
export const migrations: Figure = {
  number: 13,
  title:
    'migrations from an empty database, the baseline and a full schema 12, killed at each write, and one of 2 GB at random moments; two servers started at once',
  aim: 'one server migrates; no data is lost',
  tools: [{ name: 'strace', get: 'Install the package "strace".' }],
  long: { rounds: 1500, withinMs: 600_000 },
  short: { rounds: 12, withinMs: 12_000 },
  run: killAll,
  control: {
    what: 'the same migration without its transaction',
    rounds: 16,
    patch: PATCH,
    // Earlier writes are SQLite's own, of an empty log.
    run: (scale) => killAtEachWrite(scale, patchedServer(PATCH, MIGRATE), 30),
  },
};

/** The small databases, and one of 2 GB unless the run is a short one. */
async function killAll(scale: Scale): Promise<Finding> {
  const small = await killAtEachWrite(scale, join(ROOT, MIGRATE));
  if (scale.rounds < 100) return small;
  const large = await killLargeMigration(join(ROOT, MIGRATE), scale.seed);
  return { ...small, found: `${small.found}; ${large.found}`, holds: small.holds && large.holds };
}

interface MigrationPath {
  from: (typeof PATHS)[number][0];
  to: (typeof PATHS)[number][1];
  /** The write at which it is killed next; 0 when it has completed. */
  atWrite: number;
  /** A database migrated without a kill. */
  clean: string;
}

async function killAtEachWrite(scale: Scale, script: string, firstWrite = 1): Promise<Finding> {
  const paths = PATHS.map(([from, to]): MigrationPath => {
    const clean = newDatabase(from);
    const failure = migrate(script, clean, to);
    if (failure) throw new Error(failure);
    return { from, to, atWrite: firstWrite, clean };
  });
  const problems: string[] = [];
  let kills = 0;
  await rounds(scale, async (index) => {
    const open = paths.filter(({ atWrite }) => atWrite > 0);
    const path = open[index % open.length];
    if (!path) return;
    const { isKilled, problem } = migrateOnce(script, path);
    kills += Number(isKilled);
    if (problem) problems.push(`${path.from} to ${path.to}, at write ${path.atWrite}: ${problem}`);
    path.atWrite = isKilled ? path.atWrite + 1 : 0;
  });
  const starters = await startTwo();
  const through = paths.filter(({ atWrite }) => atWrite === 0).length;
  return {
    rounds: kills,
    found: `${kills} kills, every write of ${through} of ${paths.length} migrations: ${problems.length} left a schema in between${problems[0] ? ` (${problems[0]})` : ''}; of two servers started on one folder ${starters} served`,
    holds: kills > 0 && problems.length === 0 && starters === 1,
    isWhole: through === paths.length,
  };
}

/** Migrates with a kill, checks what is left, and migrates again. Returns the problem, if any. */
function migrateOnce(
  script: string,
  { from, to, atWrite, clean }: MigrationPath,
): { isKilled: boolean; problem?: string } {
  const file = newDatabase(from);
  const before = schemaOf(file);
  const inject = `inject=pwrite64:signal=KILL:when=${atWrite}`;
  const through = ['-f', '-qqq', '-o', '/dev/null', '-e', 'trace=pwrite64', '-e', inject];
  const killed = spawnSync('strace', [...through, process.execPath, script, file, to], spawnOptions);
  const isKilled = killed.status !== 0;
  const left = schemaOf(file);
  if (left !== before && left !== schemaOf(clean))
    return { isKilled, problem: 'neither the old nor the new schema' };
  const failure = migrate(script, file, to);
  if (failure) return { isKilled, problem: failure };
  if (schemaOf(file) !== schemaOf(clean))
    return { isKilled, problem: 'another schema than without the kill' };
  return rowsOf(file) === rowsOf(clean) ? { isKilled } : { isKilled, problem: 'rows are lost' };
}

const spawnOptions = { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...compileCache } } as const;

function newDatabase(from: MigrationPath['from']): string {
  const file = join(runFolder(), 'framme.db');
  const run = (sql: string) => {
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  };
  const fixture = (name: string) => readFileSync(join(ROOT, `tests/fixtures/${name}.sqlite.sql`), 'utf8');
  run(from === 'nothing' ? '' : fixture('baseline'));
  if (from !== '12') return file;
  migrate(join(ROOT, MIGRATE), file, '12');
  run(fixture('schema-12'));
  return file;
}

/** The error of the migration, or ''. */
function migrate(script: string, file: string, to: MigrationPath['to'] | '12'): string {
  const { status, stderr } = spawnSync(process.execPath, [script, file, to], spawnOptions);
  if (status === 0) return '';
  return stderr.split('\n').find((line) => line.includes('Error')) ?? 'it does not go on';
}

/** The schema as text, with its version. */
function schemaOf(file: string): string {
  const db = new DatabaseSync(file);
  const version = db.prepare('PRAGMA user_version').get()?.user_version;
  const parts = db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
  db.close();
  return JSON.stringify([version, parts]);
}

/** All rows; ids that a migration generates differ from run to run and count as equal. */
function rowsOf(file: string): string {
  const db = new DatabaseSync(file);
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const rows = tables.map(({ name }) => db.prepare(`SELECT * FROM ${name}`).all().map(withoutMadeUp));
  db.close();
  return JSON.stringify(rows);
}

function withoutMadeUp(row: Record<string, unknown>): Record<string, unknown> {
  const isMadeUp = 'token_hash' in row && /^[0-9a-f]{32}$/.test(String(row.id));
  return isMadeUp ? { ...row, id: 'made up' } : row;
}

/** Starts two servers on one empty folder at once. Returns the number that serve. */
async function startTwo(): Promise<number> {
  const DATA_DIR = runFolder();
  const env = { ...process.env, ...compileCache, DATA_DIR, PORT: '0', LOG_LEVEL: 'silent' };
  const starters = [0, 1].map(() =>
    spawn(process.execPath, ['server/main.ts'], { cwd: ROOT, env, stdio: 'ignore' }),
  );
  const ended = starters.map(async (starter) => once(starter, 'exit'));
  const early = await Promise.race([Promise.any(ended), pause(30_000)]);
  if (early === undefined) return 2;
  await pause(500);
  const serving = starters.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  for (const starter of serving) starter.kill('SIGKILL');
  await Promise.all(ended);
  return serving.length;
}

const BYTES = 2_000_000_000;
const KILLS = 20;

/** Kills the migration of a database of 2 GB at random moments, then lets it end. Takes three times its size of the disk. */
async function killLargeMigration(script: string, seed: number): Promise<{ found: string; holds: boolean }> {
  using made = mkdtempDisposableSync(join(tmpdir(), 'framme-large-'));
  const { path: folder } = made;
  const [original, file] = [join(folder, 'original.db'), join(folder, 'framme.db')];
  const migrateWhole = () => migrateAndKill(script, file);
  writeLargeDatabase(original, BYTES);
  const before = sumsOf(original);
  copyFileSync(original, file);
  const [begun, taken] = [performance.now(), bytesIn(folder)];
  let most = taken;
  const watch = setInterval(() => {
    most = Math.max(most, bytesIn(folder));
  }, 100);
  const isClean = await migrateWhole();
  clearInterval(watch);
  const seconds = (performance.now() - begun) / 1000;
  const after = sumsOf(file);
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  const { rows: visits } = JSON.parse(before)[1];
  const size = `${megabytes(statSync(original).size)} with ${visits} visits`;
  copyFileSync(original, file);
  const rng = rngOf(seed);
  let broken = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await migrateAndKill(script, file, rng() * seconds * 1000);
    const left = sumsOf(file);
    if (left !== before && left !== after) broken += 1;
    // A kill that came too late leaves nothing to kill.
    if (left !== before) copyFileSync(original, file);
  }
  const isThrough = await migrateWhole();
  return {
    found: `a database of ${size} was migrated in ${seconds.toFixed(0)} s, took ${megabytes(most - taken)} more meanwhile, and was killed at ${KILLS} random moments: ${broken} left something in between`,
    holds: isClean && isThrough && before !== after && broken === 0 && sumsOf(file) === after,
  };
}

/** False if it was killed. */
async function migrateAndKill(script: string, file: string, afterMs?: number): Promise<boolean> {
  const child = spawn(process.execPath, [script, file, 'large'], { cwd: ROOT, stdio: 'ignore' });
  const ended = once(child, 'exit');
  if (afterMs !== undefined) {
    await pause(afterMs);
    child.kill('SIGKILL');
  }
  return (await ended)[0] === 0;
}

/** The database with its journal. */
function bytesIn(folder: string): number {
  const sizes = readdirSync(folder).map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size,
  );
  return sizes.reduce<number>((sum, size = 0) => sum + size, 0);
}

/** The schema's version, with the number of visits and of all letters in them. */
function sumsOf(file: string): string {
  const db = new DatabaseSync(file);
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  const sums = db.prepare('SELECT count(*) AS rows, sum(length(body)) AS letters FROM visits').get();
  db.close();
  return JSON.stringify([version, sums]);
}
