import { existsSync, readFileSync } from 'node:fs';
import { ms } from '../format.ts';
import { growthBy, startStreams } from '../load/streams.ts';
import { atMost, type Part, type PartResult } from '../report.ts';
import { fill } from '../servers/candidates.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';
import { percentile } from '../statistics.ts';

const WANTED = 10_000;
/** File descriptors that a process needs beside its streams. */
const SPARE = 300;
const READERS = 4;
const TAPS = 200;
const SLOWEST = 500;

/** Memory of thousands of idle live streams, and the latency of one family's change among them. */
export const live: Part = { name: 'live', title: 'Live streams', run };

async function run(): Promise<PartResult> {
  const location = { dataDir: runFolder() };
  const [tapping, ...idle] = await fill(location, [{ count: 1 + Math.min(WANTED, filesAllowed() - SPARE) }]);
  if (!tapping) throw new Error('no family was made');
  const server = await startMeasured(FRAMME, { DATA_DIR: location.dataDir });
  const streams = startStreams();
  const { port } = server;
  const first = { port, idle: idle.splice(0, SPARE) };
  const size = { what: 'an idle stream', count: idle.length, least: WANTED };
  const { memory, rows } = await growthBy(server, streams, [first, { port, idle }], size);
  const { reached = [], answered = [] } = await streams.order({ tapping, readers: READERS, taps: TAPS });
  streams.stop();
  await server.stop();
  const p99 = percentile(reached, 99);
  return {
    figures: [
      memory,
      atMost(`time until a change has reached ${READERS} more readers, p99`, p99, SLOWEST, ms),
    ],
    table: {
      columns: ['', ''],
      rows: [
        ...rows,
        ['a tap is answered: p50, p99', `${ms(percentile(answered, 50))}, ${ms(percentile(answered, 99))}`],
        [`the last of ${READERS} readers has it: p50, p99`, `${ms(percentile(reached, 50))}, ${ms(p99)}`],
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
