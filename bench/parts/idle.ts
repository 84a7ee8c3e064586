import { megabytes, ms } from '../format.ts';
import { atMost, type Part, type PartResult } from '../report.ts';
import { fill } from '../servers/candidates.ts';
import { FRAMME, runFolder, startMeasured } from '../servers/measured-server.ts';
import { median } from '../statistics.ts';

const STARTS = 5;
const SETTLE = 3000;
const LARGEST = 115e6;
const SLOWEST = 2000;

/** Memory of an idle server, and its time to start. */
export const idle: Part = { name: 'idle', title: 'Idle memory and start time', run };

async function run(): Promise<PartResult> {
  const location = { dataDir: runFolder() };
  await fill(location, [{ count: 100, visits: 100 }]);
  const starts: { startedIn: number; rss: number }[] = [];
  for (let i = 0; i < STARTS; i++) starts.push(await startOnce(location.dataDir));
  const startedIn = median(starts.map((start) => start.startedIn));
  const rss = median(starts.map((start) => start.rss));
  const rows = starts.map((start, i) => [String(i + 1), ms(start.startedIn), megabytes(start.rss)]);
  return {
    figures: [
      atMost('idle server on SQLite, RSS', rss, LARGEST, megabytes),
      atMost('start on an existing database', startedIn, SLOWEST, ms),
    ],
    table: { columns: ['start', 'until the first connection', `RSS after ${SETTLE / 1000} s`], rows },
  };
}

async function startOnce(dataDir: string): Promise<{ startedIn: number; rss: number }> {
  const server = await startMeasured(FRAMME, { DATA_DIR: dataDir });
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  const { rss } = await server.usage();
  await server.stop();
  return { startedIn: server.startedIn, rss };
}
