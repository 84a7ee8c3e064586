import type { Part, PartResult } from '../report.ts';
import { postgres } from '../servers/places.ts';
import { measureOn, WINDOW } from './check-ins.ts';

const ROUNDS = 3;

/** The check-in load on PostgreSQL, beside a bare server on it. */
export const checkInsPostgres: Part = { name: 'check-ins-postgres', title: 'Check-ins on PostgreSQL', run };

async function run(): Promise<PartResult> {
  const place = await postgres();
  const result = await measureOn(place, { rounds: ROUNDS, how: HOW });
  await place.stop();
  return result;
}

const HOW = `The same load, phones and checks as above. PostgreSQL 18 runs on this machine with its default durability (fsync on,
synchronous_commit on) and uses its own share of the cores. The CPU columns do not include it: they count the app's process
only. The bare server (\`bench/servers/bare-postgres.ts\`) sends all taps that wait as one statement. ${ROUNDS} windows of
${WINDOW} ms each.`;
