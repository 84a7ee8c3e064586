import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { get } from '#tests/support/server/http.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { isKept, Load, type LoadClient, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { readEdits } from '../mutations/mutation.ts';

const PATCH = readEdits(`
@ server/store/sqlite/connection/errors.ts
- return SYNC_FAILED.has(code) ||
+ return SYNC_FAILED.has(code) || code === 13 || isIoError ||
`);

/** Figure 8: the disk under the data fills up, and is freed again. */
export const fullDisk: Figure = {
  number: 8,
  title: 'disk full on a small tmpfs',
  aim: 'reads continue, writes answer 503, the server recovers without a restart',
  tools: [
    { name: 'unshare', get: 'Install the package "util-linux", and run as root or allow user namespaces.' },
  ],
  long: { rounds: 10, withinMs: 30_000 },
  short: { rounds: 1, withinMs: 10_000 },
  run: fillRounds,
  control: {
    what: 'the same server, treating a full disk as a failing one',
    rounds: 1,
    patch: PATCH,
  },
};

interface FillResult {
  refused: number;
  readsFailed: number;
  isBack: boolean;
  otherAnswers: number[];
  words: string;
  isAllThere: boolean;
  /** A start on a disk without any room ended with a sentence. */
  isStartTold: boolean;
}

async function fillRounds(scale: Scale, entry: string): Promise<Finding> {
  const results: FillResult[] = [];
  const done = await rounds(scale, async () => void results.push(await fillOnce(entry)));
  const sum = (of: (result: FillResult) => number) => results.reduce((all, result) => all + of(result), 0);
  const [refused, failed] = [sum(({ refused }) => refused), sum(({ readsFailed }) => readsFailed)];
  const others = results.flatMap(({ otherAnswers }) => otherAnswers);
  const back = results.filter(({ isBack }) => isBack).length;
  const told = results.filter(({ isStartTold }) => isStartTold).length;
  return {
    rounds: done,
    found: `${refused} writes answered 503, ${others.length} otherwise, ${failed} reads failed, ${back} recoveries without a restart, ${told} of as many starts on a full disk ended with a sentence; last: ${results.at(-1)?.words}`,
    holds:
      failed + others.length === 0 &&
      refused > 0 &&
      back === done &&
      results.every(({ isAllThere, isStartTold }) => isAllThere && isStartTold),
  };
}

/**
 * Starts a server in a mount namespace with a disk of 3 MB, 1 MB of it taken by a file that is removed later.
 */
async function fillOnce(entry: string): Promise<FillResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'framme-small-'));
  await using server = await startServer({
    entry,
    dataDir,
    through: onDisk('head -c 1000000 /dev/zero > "$DATA_DIR/ballast"'),
    env: { ...compileCache, LOG_LEVEL: 'silent' },
  });
  const load = await Load.on(server.url, 1);
  const [client] = load.clients;
  if (!client) throw new Error('nobody taps');
  await fill(client);
  const full = await requestsOnFullDisk(server, client);
  rmSync(join(`/proc/${server.pid}/root`, dataDir, 'ballast'), { force: true });
  let isBack = false;
  for (let i = 0; i < 3; i++) isBack = await client.tap();
  const losses = await load.losses().catch(() => undefined);
  return {
    ...full,
    isBack,
    words: losses ? summaryOf(losses) : 'nothing readable',
    isStartTold: await isStartTold(entry),
    isAllThere: losses !== undefined && isKept(losses),
  };
}

/** Executes a program in a mount namespace whose data folder is a disk of 3 MB, prepared by a shell. */
function onDisk(prepare: string): string[] {
  const script = `mount -t tmpfs -o size=3m tmpfs "$DATA_DIR"; ${prepare}; exec "$@"`;
  const asRoot = process.getuid?.() === 0 ? [] : ['-r'];
  return ['unshare', ...asRoot, '-m', 'sh', '-c', script, 'server'];
}

/** Starts a server on a disk without any room; the sentence is all that it writes. */
async function isStartTold(entry: string): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'framme-small-'));
  const through = onDisk('cat /dev/zero > "$DATA_DIR/ballast" 2> /dev/null');
  const started = startServer({ entry, dataDir, through, env: { ...compileCache, LOG_LEVEL: 'silent' } });
  return started.then(
    async (server) => {
      await server.kill();
      return false;
    },
    ({ message }: Error) =>
      /\nThe disk of the data folder \S+ is full\. Make room on it, and start Framme again\.\n$/.test(
        message,
      ),
  );
}

/** Adds children with long names until a write fails. */
async function fill({ phone }: LoadClient): Promise<void> {
  for (let i = 0; i < 2000; i++) {
    const name = '👩‍👧'.repeat(25);
    const ops = Array.from({ length: 20 }, () =>
      phone.op('addChild', {
        child: `${Math.random()}`.slice(2).padEnd(12, 'a'),
        name,
        birthDate: '2018-05-04',
      }),
    );
    const answer = await phone.trySync({ ops, cursor: 0 }).catch(() => undefined);
    if (answer?.status !== 200) return;
  }
}

async function requestsOnFullDisk({ url }: RunningServer, client: LoadClient) {
  const found = { refused: 0, readsFailed: 0, otherAnswers: [] as number[] };
  for (let i = 0; i < 10; i++) {
    const status = await client.status();
    if (status === 503) found.refused += 1;
    else if (status !== 200) found.otherAnswers.push(status);
    const read = await client.phone.trySync({ cursor: 0 }).catch(() => undefined);
    const page = await get(url, '/api/who-am-i', { cookie: client.phone.cookie }).catch(() => undefined);
    if (read?.status !== 200 || page?.status !== 200) found.readsFailed += 1;
  }
  return found;
}
