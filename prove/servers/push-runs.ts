import { isoTime } from '#domain/time.ts';
import { openStore } from '#server/store/admin/open.ts';
import { runPush } from '#tests/model/push-runs.ts';
import { runFolder } from '#tests/support/run-folder.ts';

// Prints, as JSON, what seeded runs found (arguments: runs, seed, ms), and the microseconds of an empty look at the queue.
const LOOKS = 20_000;
const [runs = 0, seed = 0, withinMs = 0] = process.argv.slice(2).map(Number);
const store = await openStore({ databaseUrl: undefined, dataDir: runFolder() }, (error) => {
  throw error;
});
const found = await runPush(store, { runs, seed, withinMs });
const now = isoTime(Date.now());
const times: number[] = [];
for (let look = 0; look < LOOKS; look += 1) {
  const begun = performance.now();
  await store.hasDueAlerts(now);
  times.push(performance.now() - begun);
}
const lookMicroseconds = 1000 * (times.toSorted((a, b) => a - b)[LOOKS / 2] ?? Number.NaN);
await store.close();
console.log(JSON.stringify({ ...found, lookMicroseconds }));
