import { existsSync, readFileSync } from 'node:fs';
import type { Usage } from './measured-server.ts';

/** Linux counts a process's calls of write(2) and its relatives here. */
const IO = '/proc/self/io';

/** Preloaded into a measured server: reports its resource usage to the parent process on request. */
process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  const reading: Usage = {
    cpuSeconds: (user + system) / 1e6,
    rss: process.memoryUsage.rss(),
    writes: writeCalls(),
  };
  process.send?.(reading);
});
// The IPC channel must not keep a stopping server alive.
process.channel?.unref();

function writeCalls(): number {
  if (!existsSync(IO)) return Number.NaN;
  return Number(/^syscw: (\d+)$/m.exec(readFileSync(IO, 'utf8'))?.[1]);
}
