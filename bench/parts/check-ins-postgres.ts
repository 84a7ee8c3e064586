import type { Part, PartResult } from '../report.ts';
import { postgres } from '../servers/places.ts';
import { measureOn } from './check-ins.ts';

/** The check-in load on PostgreSQL, beside a bare server on it. */
export const checkInsPostgres: Part = { name: 'check-ins-postgres', title: 'Check-ins on PostgreSQL', run };

async function run(): Promise<PartResult> {
  const place = await postgres();
  const result = await measureOn(place, 3);
  await place.stop();
  return result;
}
