import { ensureClientBuilt } from '#scripts/client-build.ts';
import { CHECKS, type Check } from './catalogue.ts';
import type { Engine } from './engine.ts';
import { inPlace, NotHeld } from './place.ts';
import { chromium, firefox } from './puppeteer-engines.ts';
import type { Removal } from './removals.ts';
import { webkit } from './webkit-engine.ts';

// Usage: npm run prove:browsers [-- parts of names of engines or checks]
const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
const isWanted = (names: readonly string[], name: string) =>
  !wanted.some((word) => names.some((one) => one.toLowerCase().includes(word))) ||
  wanted.some((word) => name.toLowerCase().includes(word));

const ENGINES = [webkit, firefox, chromium];
const engineNames = ENGINES.map(({ name }) => name);
const checkNames = CHECKS.map(({ name }) => name);

ensureClientBuilt();
const counts = { held: 0, failed: 0, controls: 0 };
for (const engine of ENGINES.filter(({ name }) => isWanted(engineNames, name))) {
  if (isMissing(engine.missing())) continue;
  for (const check of CHECKS) {
    if (!isWanted(checkNames, check.name) || !(check.runsIn?.(engine) ?? true)) continue;
    if (!isMissing(check.missing?.(engine))) await prove(engine, check);
  }
}
console.log(`${counts.held} held, ${counts.controls} controls failed as they must, ${counts.failed} wrong`);
process.exitCode = counts.failed === 0 && counts.held > 0 ? 0 : 1;

/** Prints what is missing, which is counted as a failure. */
function isMissing(missing: string | undefined): boolean {
  if (missing === undefined) return false;
  console.log(`missing: ${missing}`);
  counts.failed += 1;
  return true;
}

/** Runs a check, and its control, which must fail. */
async function prove(engine: Engine, check: Check): Promise<void> {
  const name = `${engine.name}, ${check.name}`;
  const found = await outcomeOf(engine, check, undefined);
  console.log(`${found.result === 'held' ? 'holds' : 'FAILS'}: ${name}: ${found.words}`);
  counts[found.result === 'held' ? 'held' : 'failed'] += 1;
  const { without } = check;
  const control = await outcomeOf(engine, check, without);
  const isRight = control.result === 'not held';
  const verdict = isRight ? 'fails, as it must' : control.result === 'held' ? 'DID NOT FAIL' : 'BROKE';
  console.log(`  control, without ${without.what}: ${verdict}: ${control.words}`);
  counts[isRight ? 'controls' : 'failed'] += 1;
}

/** `broken`: the check could not be set up, which neither proves a claim nor counts as a failing control. */
async function outcomeOf(engine: Engine, { run }: Check, removal: Removal | undefined) {
  try {
    return { result: 'held', words: await inPlace(engine, removal, run) } as const;
  } catch (error) {
    const result = error instanceof NotHeld ? 'not held' : 'broken';
    const [words = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { result, words: words.slice(0, 240) } as const;
  }
}
