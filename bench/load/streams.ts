import { setTimeout as pause } from 'node:timers/promises';
import { fixed, megabytes, whole } from '../format.ts';
import type { MeasuredServer } from '../servers/measured-server.ts';
import type { StreamOrder, StreamResult } from './stream-process.ts';
import { startWorker } from './worker.ts';

/** The time until the memory of opened streams no longer changes, in ms. */
const SETTLE = 8000;

/** Starts the process that holds streams. */
export const startStreams = () => startWorker<StreamOrder, StreamResult>('stream-process.ts');

/** Opens `first`, so that code that is loaded late is not counted, then `rest`. Returns the growth of the server by the latter. */
export async function growthBy(
  { usage }: MeasuredServer,
  { order }: ReturnType<typeof startStreams>,
  first: StreamOrder,
  rest: StreamOrder,
) {
  await order(first);
  await pause(SETTLE / 2);
  const before = await usage();
  const { open = 0 } = await order(rest);
  await pause(SETTLE);
  const after = await usage();
  return {
    open,
    bytes: after.rss - before.rss,
    rows: [
      ['streams open', whole(open)],
      ['RSS before and after', `${megabytes(before.rss)}, ${megabytes(after.rss)}`],
      ['CPU seconds to open them', fixed(after.cpuSeconds - before.cpuSeconds, 1)],
    ],
  };
}
