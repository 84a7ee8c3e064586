import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '#scripts/client-build.ts';
import { bundles } from './parts/bundles.ts';
import { checkIns } from './parts/check-ins.ts';
import { checkInsPostgres } from './parts/check-ins-postgres.ts';
import { comparePostgres, compareSqlite } from './parts/compare.ts';
import { felt } from './parts/felt.ts';
import { idle } from './parts/idle.ts';
import { lighthousePages } from './parts/lighthouse.ts';
import { live } from './parts/live.ts';
import { logIns } from './parts/log-ins.ts';
import { phone } from './parts/phone.ts';
import { reader } from './parts/reader.ts';
import { sizes } from './parts/sizes.ts';
import { start } from './parts/start.ts';
import { visitStreams } from './parts/visit-streams.ts';
import { performancePage } from './performance-page.ts';
import { timeReferenceWork } from './reference-work.ts';
import { figureTable, type Part, plainTable } from './report.ts';
import { storedResults, storeResult } from './results.ts';

const PARTS: Part[] = [
  checkIns,
  checkInsPostgres,
  compareSqlite,
  comparePostgres,
  logIns,
  sizes,
  idle,
  live,
  visitStreams,
  phone,
  felt,
  start,
  reader,
  bundles,
  lighthousePages,
];

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { before: { type: 'string' } },
});
const before = values.before && resolve(values.before);
const unknown = asked.filter((name) => PARTS.every((part) => part.name !== name));
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. There are: ${PARTS.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}

/** A part that fails does not stop the others, but the run fails. */
let failed = false;
for (const part of PARTS) {
  // With another checkout the parts that compare, without one all others.
  const isWanted = asked.length > 0 ? asked.includes(part.name) : !!part.needsBefore === !!before;
  if (!isWanted) continue;
  try {
    await measure(part);
  } catch (error) {
    failed = true;
    console.error(`\n${part.title} failed:`, error);
  }
}
// Ends whatever a failed part left running.
process.exit(failed ? 1 : 0);

async function measure(part: Part): Promise<void> {
  const begun = performance.now();
  const paceBefore = timeReferenceWork();
  const result = await part.run(before);
  storeResult(part, result, [paceBefore, timeReferenceWork()]);
  writeFileSync(join(ROOT, 'docs/performance.md'), performancePage(storedResults(PARTS)));
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(
    `\n${part.title} (${seconds} s)\n${plainTable(result.table)}\n\n${plainTable(figureTable(result.figures))}`,
  );
}
