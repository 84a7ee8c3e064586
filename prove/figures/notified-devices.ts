import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { calls } from '#domain/protocol/calls.ts';
import { ROOT } from '#scripts/client-build.ts';
import type { PushRuns } from '#tests/model/push-runs.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { mustRun } from '#tests/support/people/linked-visit.ts';
import { postJson } from '#tests/support/server/http.ts';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Figure, Finding, Scale } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { type Edit, readEdits } from '../mutations/mutation.ts';
import { patchedServer, runControls } from '../patched-server.ts';

const RUNS = 'prove/servers/push-runs.ts';
/** The most that a look at an empty queue costs, in microseconds. */
const LOOK_MICROSECONDS = 50;
const TAPS = 40;

/** A control each: whatever is gone is kept, what is taken stays due for others, and a device outlives its session. */
const CONTROLS: Record<string, readonly Edit[]> = {
  '410 ignored': readEdits(`
@ server/push/push.ts
- await store.removePushDevice(session, endpoint);
+ return;
`),
  'no lease': readEdits(`
@ server/store/sharing/alerts.ts
- UPDATE alerts SET due_at = $2, attempts
+ UPDATE alerts SET attempts
@ server/store/sharing/alerts.ts
- due_at AS lease, attempts, body\`
+ $2 AS lease, attempts, body\`
@ server/store/sharing/alerts.ts
- AND due_at = $4 AND body
+ AND $4 <> '' AND body
`),
  'no foreign key': readEdits(`
@ server/store/schema/tables.ts
-  REFERENCES sessions (token_hash) ON DELETE CASCADE
`),
};

/** Figure 30: the devices of families are told by push services that fail, and servers that are killed. */
export const notifiedDevices: Figure = {
  number: 30,
  title: 'Web Push: 200 devices, two servers at once, replies of 201, 410, 429, 503 and none, kills',
  aim: `each alert reaches each living device, a second time only around a kill, none after the sign-out, of which nothing is left; an empty look costs under ${LOOK_MICROSECONDS} µs, and a tap writes as many pages as with push off`,
  long: { rounds: 1000, withinMs: 900_000 },
  short: { rounds: 40, withinMs: 60_000 },
  async run(scale) {
    const found = await pushRuns(scale, join(ROOT, RUNS));
    const [on, off] = [await pagesOfTap(true), await pagesOfTap(false)];
    const look = found.lookMicroseconds;
    return {
      ...found,
      found: `${found.found}; an empty look ${look.toFixed(1)} µs; a tap writes ${on} pages, ${off} with push off`,
      holds: found.holds && look < LOOK_MICROSECONDS && on === off,
    };
  },
  control: {
    what: Object.keys(CONTROLS).join(', or '),
    rounds: 100,
    patch: Object.values(CONTROLS).flat(),
    run: (scale) => runControls(CONTROLS, (edits) => pushRuns(scale, patchedServer(edits, RUNS))),
  },
};

async function pushRuns(
  { rounds, seed, withinMs }: Scale,
  entry: string,
): Promise<Finding & { lookMicroseconds: number }> {
  const args = [entry, rounds, seed, withinMs].map(String);
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const found = JSON.parse(printed) as PushRuns & { lookMicroseconds: number };
  const { runs, handed, again, kills, gone, signedOut, fault, lookMicroseconds } = found;
  const seen = `${handed} notifications, ${again} devices notified again around ${kills} kills; ${gone} were gone, ${signedOut} signed out`;
  return {
    rounds: runs,
    found:
      fault ?? `${seen}: 0 missed, 0 notified again without a kill, 0 notified or kept after the sign-out`,
    holds: fault === undefined && [runs, again, kills, gone, signedOut].every((count) => count > 0),
    lookMicroseconds,
  };
}

/** The pages that one tap writes to the log, of many the median: with a device that is told, or with push off. */
async function pagesOfTap(isOn: boolean): Promise<number> {
  // The notice of a tap is sent after it, and is not part of it.
  const env = { ...compileCache, LOG_LEVEL: 'silent', NOTICE_HOLD_SECONDS: '3600' };
  await using server = await startServer({ env: isOn ? env : { ...env, PUSH_SERVICES: 'off' } });
  using log = new DatabaseSync(join(server.dataDir, 'framme.db'));
  const phone = await registerHousehold(server.url);
  const endpoint = 'https://fcm.googleapis.com/fcm/send/framme';
  const device = { endpoint, ...new PushBrowser().keys, taps: true };
  if (isOn) {
    const { status } = await postJson(server.url, calls.subscribe.path, device, { cookie: phone.cookie });
    if (status !== 200) throw new Error(`the subscription was answered ${status}`);
  }
  const ella = await phone.addFriend(await phone.addChild(), 'Ella');
  const pages = () => (log.prepare('PRAGMA wal_checkpoint(NOOP)').get() as { log: number }).log;
  const written: number[] = [];
  for (let tap = 0; tap < TAPS; tap += 1) {
    const before = pages();
    await mustRun(phone, tap % 2 === 0 ? 'checkIn' : 'checkOut', ella);
    written.push(pages() - before);
  }
  return written.toSorted((a, b) => a - b)[TAPS / 2] ?? Number.NaN;
}
