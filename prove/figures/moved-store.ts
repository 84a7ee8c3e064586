import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS, isoTime } from '#domain/time.ts';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { copyTree, patch, ROOT } from '../defences/tree.ts';
import { type Figure, type Finding, rngOf, type Scale } from '../figure.ts';
import { openAckLog } from '../load/ack-log.ts';
import { countLosses, type LoadClient, loadClientsOf, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { type Place, PROGRESS_LINES, runMove, verified } from '../servers/framme-move.ts';
import { writeHouseholds } from '../servers/large-database.ts';

const HOUSEHOLDS = 1000;
const VISITS_EACH = 200;
const CLIENTS = 6;
/** No visit and no outcome is older, so that no server deletes any. */
const OLDEST_MS = 80 * DAY_MS;
/** A killed move ends within so many ms of a line of progress. */
const KILL_WITHIN_MS = 1000;

const PATCH: readonly Edit[] = [
  {
    file: 'server/store/postgres/moving/ends.ts',
    from: '[JSON.stringify(batch)]',
    to: `[JSON.stringify(batch).replace('Ella', 'Elsa')]`,
  },
];

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
  const folder = mkdtempSync(join(tmpdir(), 'framme-moved-'));
  const [postgres, ackLog] = [await startPostgres(), openAckLog()];
  const places: Place[] = [
    { DATA_DIR: join(folder, 'first') },
    { DATABASE_URL: postgres.address },
    { DATA_DIR: join(folder, 'last') },
  ];
  const clients: LoadClient[] = [];
  const said: string[] = [];
  try {
    fill(join(folder, 'first'));
    let problem = '';
    for (const [index, place] of places.entries()) {
      await tapAndKill(place, clients, async (url) => loadClientsOf(url, CLIENTS, ackLog));
      const next = places[index + 1];
      if (next === undefined) break;
      const moved = await moveKilled(tree, [place, next], scale.rounds, rng);
      said.push(moved.words);
      problem = moved.problem;
      if (problem !== '') break;
    }
    if (problem !== '') return { rounds: scale.rounds, found: [...said, problem].join('; '), holds: false };
    const losses = await tapOnce(places.at(-1), clients, () => ackLog.close());
    const faults = places.map((place) => verified(place)?.faults ?? 'no data');
    return {
      rounds: scale.rounds,
      found: `${said.join('; ')}; ${summaryOf(losses)}; faults of the three: ${faults.join(', ')}`,
      holds: losses.lost + losses.doubled + losses.wrong === 0 && faults.every((many) => many === 0),
    };
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
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

/** Lets the family tap for a while and kills the server, so that a move begins with taps that were stored and not answered. */
async function tapAndKill(
  place: Place,
  clients: LoadClient[],
  register: (url: string) => Promise<LoadClient[]>,
): Promise<void> {
  const server = await serverOn(place);
  if (clients.length === 0) clients.push(...(await register(server.url)));
  for (const { phone } of clients) phone.url = server.url;
  const tapping = Promise.all(clients.map((client) => client.tapUntil(() => false)));
  await pause(1500);
  await server.kill();
  await tapping;
}

async function tapOnce(
  place: Place = { DATA_DIR: '' },
  clients: LoadClient[],
  close: () => Promise<string[]>,
) {
  const server = await serverOn(place);
  for (const client of clients) {
    client.phone.url = server.url;
    if (!(await client.tap())) client.wrong.push('never answered');
  }
  const losses = await countLosses(clients, await close());
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
