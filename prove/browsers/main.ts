import { busyFamily } from '#e2e/support/busy-family.ts';
import { ensureClientBuilt } from '#scripts/client-build.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { closedTab, killedBrowser, offlineStart, type Place, wrongClock } from './checks.ts';
import { openGate } from './gate.ts';
import { chromium, firefox } from './puppeteer-engines.ts';
import { webkit } from './webkit-engine.ts';

// Usage: npm run prove:browsers [-- parts of names of engines or checks]
const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
const isWanted = (names: readonly string[], name: string) =>
  !wanted.some((word) => names.some((one) => one.toLowerCase().includes(word))) ||
  wanted.some((word) => name.toLowerCase().includes(word));

const ENGINES = [chromium, firefox, webkit];
const CHECKS = {
  'start without a network': offlineStart,
  'killed browser': killedBrowser,
  'closed tab': closedTab,
  'wrong clock, slow upload': wrongClock,
};

ensureClientBuilt();
const port = await freePort();
const gate = await openGate(port);
const server = await startServer({ env: { PORT: String(port), PUBLIC_URL: gate.url } });
const family = () => busyFamily(gate.url, 'sv', { friends: 8, here: 0 });
let failed = 0;
let held = 0;
for (const engine of ENGINES.filter(({ name }) =>
  isWanted(
    ENGINES.map((one) => one.name),
    name,
  ),
)) {
  const missing = engine.missing();
  if (missing !== undefined) {
    console.log(`missing: ${missing}`);
    failed += 1;
    continue;
  }
  for (const [name, check] of Object.entries(CHECKS)) {
    if (!isWanted(Object.keys(CHECKS), name)) continue;
    if (check === killedBrowser && !engine.keepsProfile) continue;
    const found = await outcomeOf(check, { engine, gate, family });
    console.log(`${found.holds ? 'holds' : 'FAILS'}: ${engine.name}, ${name}: ${found.words}`);
    if (found.holds) held += 1;
    else failed += 1;
  }
}
await gate.close();
await server.stop();
console.log(`${held} passed, ${failed} failed`);
process.exitCode = failed === 0 && held > 0 ? 0 : 1;

async function outcomeOf(check: (place: Place) => Promise<string>, place: Place) {
  try {
    return { holds: true, words: await check(place) };
  } catch (error) {
    return { holds: false, words: error instanceof Error ? error.message : String(error) };
  }
}
