import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fixed, megabytes, ms, whole } from '../format.ts';
import { startStreams } from '../load/streams.ts';
import type { Part, PartResult } from '../report.ts';
import { fill } from '../servers/candidates.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';
import { percentile } from '../statistics.ts';

const WANTED = 10_000;
/** File descriptors that a process needs beside its streams. */
const SPARE = 300;
const READERS = 4;
const TAPS = 200;
const SETTLE = 8000;
const LARGEST = 25_000;
const SLOWEST = 500;

/** Memory of thousands of idle live streams, and the latency of one family's change among them. */
export const live: Part = { name: 'live', title: 'Live streams', run };

async function run(): Promise<PartResult> {
  const location = { dataDir: runFolder() };
  const [tapping, ...idle] = await fill(location, [{ count: 1 + Math.min(WANTED, filesAllowed() - SPARE) }]);
  if (!tapping) throw new Error('no family was made');
  const server = await startMeasured(FRAMME, { DATA_DIR: location.dataDir });
  const streams = startStreams();
  // A few first, so that lazily loaded code is not counted as memory of the streams.
  await streams.order({ port: server.port, idle: idle.splice(0, SPARE) });
  await pause(SETTLE / 2);
  const before = await server.usage();
  const opened = await streams.order({ port: server.port, idle });
  await pause(SETTLE);
  const after = await server.usage();
  const timed = await streams.order({ tapping, readers: READERS, taps: TAPS });
  streams.stop();
  await server.stop();
  if (!('open' in opened) || !('reached' in timed))
    throw new Error('the stream process answered something else');
  const each = (after.rss - before.rss) / idle.length;
  const p99 = percentile(timed.reached, 99);
  return {
    figures: [
      {
        what: `memory of an idle stream, with ${whole(opened.open)} open`,
        figure: `${fixed(each / 1000, 1)} kB`,
        target: 'at most 25 kB',
        reached: each <= LARGEST && opened.open >= WANTED,
      },
      {
        what: `time until a change has reached ${READERS} more readers, p99`,
        figure: ms(p99),
        target: 'under 500 ms',
        reached: p99 < SLOWEST,
      },
    ],
    how: HOW,
    values: { stream: each },
    table: {
      columns: ['', ''],
      rows: [
        ['streams open', whole(opened.open)],
        ['RSS before and after', `${megabytes(before.rss)}, ${megabytes(after.rss)}`],
        ['CPU seconds to open them', fixed(after.cpuSeconds - before.cpuSeconds, 1)],
        [
          'a tap is answered: p50, p99',
          `${ms(percentile(timed.answered, 50))}, ${ms(percentile(timed.answered, 99))}`,
        ],
        [
          `the last of ${READERS} readers has it: p50, p99`,
          `${ms(percentile(timed.reached, 50))}, ${ms(p99)}`,
        ],
      ],
    },
  };
}

/** Node has raised its soft limit to the hard limit of the system. */
function filesAllowed(): number {
  const limits = '/proc/self/limits';
  if (!existsSync(limits)) return WANTED + SPARE;
  return Number(/Max open files\s+(\d+)/.exec(readFileSync(limits, 'utf8'))?.[1] ?? WANTED + SPARE);
}

const HOW = `Each stream belongs to a separate household and session; another process holds the streams. Memory is the growth of the
server's RSS per stream, ${SETTLE / 1000} s after the last was opened. Then one family taps ${TAPS} times, and ${READERS} phones of it listen.
The time is from sending the tap until the last of them has the change.`;
