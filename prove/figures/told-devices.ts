import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { calls } from '#domain/protocol/calls.ts';
import type { PushRuns } from '#tests/model/push-runs.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { mustRun } from '#tests/support/people/linked-visit.ts';
import { postJson } from '#tests/support/server/http.ts';
import { PushBrowser } from '#tests/support/server/push-browser.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { ROOT } from '../defences/tree.ts';
import type { Figure, Finding, Scale } from '../figure.ts';
import { type Crowd, lateAlert } from '../load/late-alert.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';

const RUNS = 'prove/servers/push-runs.ts';
/** The most that a look at an empty queue costs, in microseconds. */
const LOOK_MICROSECONDS = 50;
const TAPS = 40;

/** Families beside another one whose alert is due just after all of theirs. */
const HANGING: Crowd = { families: 36, devices: 1, alerts: 20, hangs: true };
const HEALTHY: Crowd = { families: 6, devices: 4, alerts: 60, hangs: false };
/** Another family's alert is no later than this, in ms, nor after more than so many alerts of each family of the crowd. */
const MOST_LATE = 4000;
const MOST_BEFORE = 2;

const ALERTS = 'server/store/shared/alerts.ts';
/** A control each: whatever is gone is kept, what is taken stays due for others, and a device outlives its session. */
const CONTROLS: Record<string, readonly Edit[]> = {
  '410 ignored': [
    { file: 'server/push/push.ts', from: 'await store.removePushDevice(session, endpoint);', to: 'return;' },
  ],
  'no lease': [
    { file: ALERTS, from: 'UPDATE alerts SET due_at = $2, attempts', to: 'UPDATE alerts SET attempts' },
    { file: ALERTS, from: 'due_at AS lease, attempts, body`', to: '$2 AS lease, attempts, body`' },
    { file: ALERTS, from: 'AND due_at = $4 AND body', to: "AND $4 <> '' AND body" },
  ],
  'no foreign key': [
    {
      file: 'server/store/sqlite/schema/schema-10.ts',
      from: 'REFERENCES sessions (token_hash) ON DELETE CASCADE',
      to: '',
    },
  ],
};

const WORKER = 'server/push/alert-worker.ts';
/** A control for each crowd: a place is kept until the push service is given up, and alerts are taken by their time alone. */
const CROWD_CONTROLS: readonly { name: string; crowd: Crowd; edit: Edit }[] = [
  {
    name: 'places kept',
    crowd: HANGING,
    edit: { file: WORKER, from: 'setTimeout(leave, LEAVES', to: 'setTimeout(leave, 60 * LEAVES' },
  },
  {
    name: 'no turns',
    crowd: HEALTHY,
    edit: { file: WORKER, from: 'free, [...others])', to: 'free, telling)' },
  },
];

/** Figure 30: the devices of families are told by push services that fail, and servers that are killed. */
export const toldDevices: Figure = {
  number: 30,
  title:
    'told in the pocket: 200 devices, two servers at once, replies of 201, 410, 429, 503 and none, kills',
  aim: `each alert reaches each living device, a second time only around a kill, none after the sign-out, of which nothing is left; an empty look costs under ${LOOK_MICROSECONDS} µs, and a tap writes as many pages as with push off; beside a crowd whose alerts are due before it, another family's alert is at most ${MOST_LATE / 1000} s late and comes after at most ${MOST_BEFORE} of each family`,
  long: { rounds: 1000, withinMs: 900_000 },
  short: { rounds: 40, withinMs: 60_000 },
  async run(scale) {
    const found = await pushRuns(scale, join(ROOT, RUNS));
    const [on, off] = [await pagesOfTap(true), await pagesOfTap(false)];
    const look = found.lookMicroseconds;
    const crowds = [await besideCrowd(HANGING), await besideCrowd(HEALTHY)];
    const told = crowds.map(({ found }) => found).join('; ');
    return {
      ...found,
      found: `${found.found}; an empty look ${look.toFixed(1)} µs; a tap writes ${on} pages, ${off} with push off; ${told}`,
      holds: found.holds && look < LOOK_MICROSECONDS && on === off && crowds.every(({ holds }) => holds),
    };
  },
  control: {
    what: [...Object.keys(CONTROLS), ...CROWD_CONTROLS.map(({ name }) => name)].join(', or '),
    rounds: 100,
    patch: [...Object.values(CONTROLS).flat(), ...CROWD_CONTROLS.map(({ edit }) => edit)],
    async run(scale) {
      const told: string[] = [];
      for (const [name, edits] of Object.entries(CONTROLS)) {
        const { holds, found, rounds } = await pushRuns(scale, patchedServer(edits, RUNS));
        if (holds) return { rounds, holds, found: `${name}: ${found}` };
        told.push(`${name}: ${found}`);
      }
      for (const { name, crowd, edit } of CROWD_CONTROLS) {
        const { holds, found } = await besideCrowd(crowd, patchedServer([edit]));
        if (holds) return { rounds: told.length, holds, found: `${name}: ${found}` };
        told.push(`${name}: ${found}`);
      }
      return { rounds: told.length, holds: false, found: told.join('; ') };
    },
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
  const seen = `${handed} notifications, ${again} devices told again around ${kills} kills; ${gone} were gone, ${signedOut} signed out`;
  return {
    rounds: runs,
    found: fault ?? `${seen}: 0 missed, 0 told again without a kill, 0 told or kept after the sign-out`,
    holds: fault === undefined && [runs, again, kills, gone, signedOut].every((count) => count > 0),
    lookMicroseconds,
  };
}

async function besideCrowd(crowd: Crowd, entry?: string): Promise<Pick<Finding, 'found' | 'holds'>> {
  const { late, before } = await lateAlert(crowd, entry);
  const { families, devices, alerts, hangs } = crowd;
  const who = `${families} families with ${devices * alerts} notifications each at ${hangs ? 'one that hangs' : 'a healthy push service'}`;
  return {
    found: `beside ${who}: ${(late / 1000).toFixed(1)} s late, after ${before} notifications`,
    holds: late <= MOST_LATE && before <= MOST_BEFORE * families * devices,
  };
}

/** Returns the pages that one tap writes to the log, of many the median: with a device that is told, or with push off. */
async function pagesOfTap(isOn: boolean): Promise<number> {
  // The notice of a tap is sent after it, and is not part of it.
  const env = { ...compileCache, LOG_LEVEL: 'silent', NOTICE_HOLD_SECONDS: '3600' };
  const server = await startServer({ env: isOn ? env : { ...env, PUSH_SERVICES: 'off' } });
  const log = new DatabaseSync(join(server.dataDir, 'framme.db'));
  try {
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
  } finally {
    log.close();
    await server.kill();
  }
}
