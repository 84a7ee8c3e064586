import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, isoTime } from '#domain/time.ts';
import { ROOT } from '#scripts/client-build.ts';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rngOf, type Scale } from '../figure.ts';
import { isKept, Load, type Losses, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';
import { copyTree, patch } from '../mutations/tree.ts';
import { writeHouseholds } from '../servers/large-database.ts';

const HOUSEHOLDS = 1000;
const VISITS_EACH = 200;
const CLIENTS = 6;
/** No visit and no outcome is older, so that no server deletes any. */
const OLDEST_MS = 80 * DAY_MS;
/** A killed move ends within so many ms of a line of progress. */
const KILL_WITHIN_MS = 1000;

const PATCH = readEdits(`
@ server/store/postgres/moving/ends.ts
- [JSON.stringify(batch)]
+ [JSON.stringify(batch).replace('Ella', 'Elsa')]
`);

/** The place of an installation's data, as the settings of a server or a command. */
type Place = Readonly<{ DATA_DIR: string } | { DATABASE_URL: string }>;

/** The result of a move that was not killed. */
interface MoveResult {
  code: number | null;
  stderr: string;
  /** The hash of all tables, where both sides have the same. */
  hash?: string;
  wasThere?: boolean;
  seconds?: number;
}

/** The lines of progress that a move tells, one for each twentieth of both its steps. */
const PROGRESS_LINES = 42;

const endOf = (place: Place) => ('DATA_DIR' in place ? `sqlite:${place.DATA_DIR}` : 'postgres:');

/** Runs `framme move` from the sources of a folder. With `killAt` it is killed that many lines of progress later, and some ms. */
async function runMove(
  tree: string,
  from: Place,
  to: Place,
  killAt?: { lines: number; ms: number },
): Promise<MoveResult> {
  const words = ['move', '--from', endOf(from), '--to', endOf(to), '--json'];
  const child = spawn(process.execPath, [join(tree, 'scripts/framme.ts'), ...words], {
    env: { ...compileCache, ...from, ...to },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr]: [string[], string[]] = [[], []];
  createInterface(child.stdout).on('line', (line) => stdout.push(line));
  createInterface(child.stderr).on('line', (line) => {
    stderr.push(line);
    if (killAt && stderr.length === killAt.lines) void pause(killAt.ms).then(() => child.kill('SIGKILL'));
  });
  const [code] = (await ended) as [number | null];
  return { code, stderr: stderr.join('\n'), ...(code === 0 && JSON.parse(stdout.join('\n'))) };
}

/** Runs `framme verify` on a place. Returns the number of households and faults; undefined if there is no data. */
function verified(place: Place): { households: number; faults: number } | undefined {
  const { stdout } = spawnSync(process.execPath, ['scripts/framme.ts', 'verify', '--json'], {
    env: { ...compileCache, ...place },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return stdout === '' ? undefined : JSON.parse(stdout);
}

/** Figure 29: a large installation is moved to PostgreSQL and back; a round is a kill each way. */
export const movedStore: Figure = {
  number: 29,
  title:
    'move of 1,000 households and 200,000 visits to PostgreSQL and back, killed in between and run again',
  aim: 'equal hashes, progress shown, a killed move leaves nothing; 0 taps lost or doubled; verify finds nothing',
  long: { rounds: 5, withinMs: 1_200_000 },
  short: { rounds: 1, withinMs: 300_000 },
  run: (scale) => moveThereAndBack(scale, ROOT),
  control: {
    what: 'a move that writes one name in five hundred rows wrongly',
    rounds: 0,
    patch: PATCH,
    run: (scale) => moveThereAndBack(scale, patchedTree()),
  },
};

function patchedTree(): string {
  const tree = copyTree();
  patch(tree, PATCH);
  return tree;
}

async function moveThereAndBack(scale: Scale, tree: string): Promise<Finding> {
  const rng = rngOf(scale.seed);
  const folder = runFolder();
  await using postgres = await startPostgres();
  const places: Place[] = [
    { DATA_DIR: join(folder, 'first') },
    { DATABASE_URL: postgres.address },
    { DATA_DIR: join(folder, 'last') },
  ];
  const said: string[] = [];
  fill(join(folder, 'first'));
  let load: Load | undefined;
  for (const [index, place] of places.entries()) {
    load = await tapAndKill(place, load);
    const next = places[index + 1];
    if (next === undefined) break;
    const { words, problem } = await moveKilled(tree, [place, next], scale.rounds, rng);
    said.push(words);
    if (problem !== '') return { rounds: scale.rounds, found: [...said, problem].join('; '), holds: false };
  }
  const losses = await lossesOn(places.at(-1), load);
  const faults = places.map((place) => verified(place)?.faults ?? 'no data');
  return {
    rounds: scale.rounds,
    found: `${said.join('; ')}; ${summaryOf(losses)}; faults of the three: ${faults.join(', ')}`,
    holds: isKept(losses) && faults.every((many) => many === 0),
  };
}

function fill(dataDir: string): void {
  mkdirSync(dataDir);
  const since = isoTime(Date.now() - OLDEST_MS).slice(0, 10);
  writeHouseholds(join(dataDir, 'framme.db'), { households: HOUSEHOLDS, visits: VISITS_EACH, since });
}

const serverOn = (place: Place) =>
  startServer({
    env: { ...compileCache, LOG_LEVEL: 'silent', BACKUP_BEFORE_MIGRATION: 'off', ...place },
    ...('DATA_DIR' in place && { dataDir: place.DATA_DIR }),
  });

/** Lets a family tap for a while and kills the server, so that a move begins with taps that were stored and not answered. */
async function tapAndKill(place: Place, before: Load | undefined): Promise<Load> {
  const server = await serverOn(place);
  const load = before ?? (await Load.on(server.url, CLIENTS));
  load.url = server.url;
  const tapping = load.tap();
  await pause(1500);
  await server.kill();
  await tapping;
  return load;
}

async function lossesOn(place: Place | undefined, load: Load | undefined): Promise<Losses> {
  if (!place || !load) throw new Error('nothing was moved');
  const server = await serverOn(place);
  load.url = server.url;
  for (const client of load.clients) if (!(await client.tap())) client.wrong.push('never answered');
  const losses = await load.losses();
  await server.stop();
  return losses;
}

/** Kills a move at random moments, lets it end, and runs it once more, which compares both sides. */
async function moveKilled(
  tree: string,
  [from, to]: readonly [Place, Place],
  kills: number,
  rng: () => number,
): Promise<{ words: string; problem: string }> {
  let leftSomething = 0;
  for (let kill = 0; kill < kills; kill++) {
    const at = { lines: 1 + Math.floor(rng() * PROGRESS_LINES), ms: rng() * KILL_WITHIN_MS };
    const { code } = await runMove(tree, from, to, at);
    const households = verified(to)?.households ?? 0;
    // A kill that came too late finds it done.
    if (code !== 0 && households !== 0 && households <= HOUSEHOLDS) leftSomething += 1;
  }
  const moved = await runMove(tree, from, to);
  if (moved.code !== 0) return { words: 'the move failed', problem: moved.stderr.split('\n').at(-1) ?? '' };
  const again = await runMove(tree, from, to);
  const isSame = again.wasThere === true && again.hash === moved.hash;
  const lines = moved.stderr.split('\n').length;
  const words = `${'DATABASE_URL' in to ? 'there' : 'back'} in ${moved.seconds} s with ${lines} lines of progress, killed ${kills} times`;
  const problems = [
    ...(leftSomething > 0 ? [`${leftSomething} kills left something`] : []),
    ...(isSame ? [] : ['a second look found other hashes']),
    ...(lines < PROGRESS_LINES && !moved.wasThere ? [`only ${lines} lines of progress`] : []),
  ];
  return { words, problem: problems.join(', ') };
}
