import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPhones, tokenHashOf } from '../families/stored-families.ts';
import { fixed, megabytes, ms, percent, whole } from '../format.ts';
import { type Piece, pieces } from '../load/profile.ts';
import type { Part, PartResult } from '../report.ts';
import { type Candidate, interleave, startCandidate, stopAll, summary } from '../servers/candidates.ts';
import { ROOT, runFolder } from '../servers/measured-server.ts';

const FAMILIES = 200;
const CONNECTIONS = 16;
const ROUNDS = 5;
const WINDOW = 1000;
const PROFILED = 3000;

/** The cost of a tap before and after the store, and its pieces. */
export const request: Part = { name: 'request', title: 'A tap without a store', run };

async function run(before?: string): Promise<PartResult> {
  const framme = await start('Framme', 'bench/servers/memory-server.ts', ROOT);
  const then = before && (await start('the version before', 'bench/servers/memory-server.ts', before));
  const floor = await start('node:http and JSON alone', 'bench/servers/bare-memory.ts', ROOT);
  const all = [framme, ...(then ? [then] : []), floor];
  await interleave(all, { rounds: ROUNDS, ms: WINDOW, connections: CONNECTIONS });
  const totals = all.map(({ name, windows }) => rowOf(name, summary(windows)));
  const [ours, least] = [summary(framme.windows), summary(floor.windows)];
  const parts = await profiled(framme);
  const older = then ? await profiled(then) : undefined;
  await stopAll(all);
  const microseconds = (of: readonly Piece[] | undefined, name: string) =>
    of ? fixed(of.find((one) => one.name === name)?.microseconds ?? 0, 1) : '';
  return {
    figures: [
      {
        what: 'CPU seconds per 1,000 check-ins without a store, 16 connections',
        figure: `${fixed(ours.cpuPerThousand, 3)} (${fixed(least.cpuPerThousand, 3)} for node:http and JSON alone)`,
        target: 'none',
      },
    ],
    how: HOW,
    table: {
      columns: ['piece', 'µs a tap', 'µs before', 'share'],
      rows: [
        ...totals,
        ...parts.map(({ name, microseconds: time, share }) => [
          name,
          fixed(time, 1),
          microseconds(older, name),
          percent(share),
        ]),
      ],
    },
  };
}

async function start(name: string, entry: string, root: string): Promise<Candidate> {
  const dataDir = runFolder();
  const families = newPhones({ count: FAMILIES, friends: 10 }).map((family) => ({ ...family, cursor: 0 }));
  const stored = families.map((family) => ({ ...family, tokenHash: tokenHashOf(family) }));
  writeFileSync(join(dataDir, 'families.json'), JSON.stringify(stored));
  const isBare = entry.includes('bare');
  const phones = isBare ? families.map((family) => ({ ...family, cursor: null })) : families;
  return startCandidate(name, entry, phones, { dataDir }, { APP_ROOT: root });
}

async function profiled({ server, generator }: Candidate): Promise<Piece[]> {
  await server.ask('profile');
  const { answered } = await generator.runWindow({ connections: CONNECTIONS, ms: PROFILED });
  return pieces(await server.ask('profile'), answered);
}

function rowOf(name: string, of: ReturnType<typeof summary>): string[] {
  const total = `${whole(of.perSecond)}/s, p99 ${ms(of.p99)}, RSS ${megabytes(of.rss)}`;
  return [`**${name}** (${total})`, fixed(of.cpuPerThousand * 1000, 1), '', ''];
}

const HOW = `The whole app on a store in memory that keeps just enough for the next tap: HTTP, JSON, checks and rules. ${CONNECTIONS} connections,
${ROUNDS} windows of ${WINDOW} ms in turn after one to warm up, medians; µs are CPU of the whole process. Below them the pieces of one
more window of ${PROFILED / 1000} s, from a profile of the main thread (a sample each 0.2 ms): the time in the code of each piece itself and in the
built-in functions that it calls. A profile costs some time of its own, so compare its pieces with each other.`;
