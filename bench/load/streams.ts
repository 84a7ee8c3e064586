import { setTimeout as pause } from 'node:timers/promises';
import { fixed, megabytes, whole } from '../format.ts';
import { atMost } from '../report.ts';
import type { MeasuredServer } from '../servers/measured-server.ts';
import type { StreamOrder, StreamResult } from './stream-process.ts';
import { startWorker } from './worker.ts';

/** The time until the memory of opened streams no longer changes, in ms. */
const SETTLE = 8000;

/** Starts the process that holds streams. */
export const startStreams = () => startWorker<StreamOrder, StreamResult>('stream-process.ts');

const LARGEST = 25_000;

/** Opens `first`, so that code that is loaded late is not counted, then `rest`: `count` of them, and `least` for the goal. Returns what each takes of the server. */
export async function growthBy(
  { usage }: MeasuredServer,
  { order }: ReturnType<typeof startStreams>,
  [first, rest]: [StreamOrder, StreamOrder],
  { what, count, least }: { what: string; count: number; least: number },
) {
  await order(first);
  await pause(SETTLE / 2);
  const before = await usage();
  const { open = 0 } = await order(rest);
  await pause(SETTLE);
  const after = await usage();
  const each = (after.rss - before.rss) / count;
  const memory = atMost(
    `memory of ${what}, with ${whole(open)} open`,
    each,
    LARGEST,
    (value) => `${fixed(value / 1000, 1)} kB`,
  );
  return {
    memory: { ...memory, reached: memory.reached === true && open >= least },
    rows: [
      ['streams open', whole(open)],
      ['RSS before and after', `${megabytes(before.rss)}, ${megabytes(after.rss)}`],
      ['CPU seconds to open them', fixed(after.cpuSeconds - before.cpuSeconds, 1)],
    ],
  };
}
