import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import type { FrammeData, Household } from '#client/data/port.ts';
import type { Visit } from '#domain/documents.ts';
import { keepOnDisk } from '#tests/support/memory-folder.ts';
import { newPhone, openPage, type Phone } from '#tests/support/phone/phone-on-node.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';

keepOnDisk();

const TAPS = 200;
/** The server is killed after these taps, and restarted ten taps later. */
const KILLS = [25, 65, 105, 145, 185];

it('200 taps through five server kills give 100 visits, in order, once each', {
  timeout: 240_000,
}, async () => {
  const found = await tapThroughKills('server/main.ts');
  expect(found.refused).toEqual([]);
  expect(found.visits).toHaveLength(TAPS / 2);
  expect(found.shown).toBe(TAPS / 2);
  expect(found.visits.filter(({ open, arrived, left }) => open || !arrived || !left)).toEqual([]);
  const times = found.visits.flatMap(({ arrived, left }) => [arrived, left]);
  expect(times).toEqual(times.toSorted());
  expect(found.status).toBe('out');
  expect(found.outcomes).toBe(TAPS);
});

it('control: without stored outcomes the same taps give wrong visits', { timeout: 240_000 }, async () => {
  const found = await tapThroughKills('tests/support/server/non-idempotent-server.ts');
  expect(found.outcomes).toBe(0);
  expect([found.visits.length, found.refused.length]).not.toEqual([TAPS / 2, 0]);
});

/** Checks one friend in and out in turn; each kill loses the reply to what was just stored. */
async function tapThroughKills(entry: string) {
  const server = await startServer({ entry });
  onTestFinished(() => void server.stop());
  const phone = newPhone();
  const data = openPage(phone, server.url);
  await data.signIn('register', {
    firstName: 'Maja',
    lastName: 'Lind',
    email: 'maja@example.org',
    password: 'a long one',
  });
  const household = signedIn(data);
  const ella = await addElla(household);
  for (let tap = 1; tap <= TAPS; tap++) {
    await household.run(tap % 2 === 1 ? 'checkIn' : 'checkOut', ella);
    if (KILLS.includes(tap)) await killBeforeReply(server, phone);
    if (KILLS.includes(tap - 10)) await server.restart();
  }
  await quiet(household);
  const { history, children, refused } = household.view();
  await server.stop();
  const kept = readDatabase(server.dataDir);
  return {
    ...kept,
    shown: history.length,
    status: children[0]?.friends[0]?.status,
    refused: refused.map(({ refusal }) => refusal.code),
  };
}

/** Kills the server after it has stored the next request and before the phone gets the reply. */
async function killBeforeReply(server: RunningServer, phone: Phone): Promise<void> {
  await new Promise<void>((lost) => {
    phone.loseReply = async () => {
      await server.kill();
      lost();
    };
  });
}

async function addElla(household: Household) {
  const [child, friend] = ['noah0000000000000', 'ella0000000000000'];
  await household.run('addChild', { child, name: 'Noah', birthDate: '2019-05-01' });
  await household.run('addFriend', { child, friend, name: 'Ella', parentPhone: '070-123 45 67' });
  return { child, kind: 'friend', visitor: friend } as const;
}

function signedIn(data: FrammeData): Household {
  const household = data.household();
  if (!household) throw new Error('nobody is signed in');
  return household;
}

async function quiet(household: Household): Promise<void> {
  while (household.view().waiting > 0) await household.catchUp();
}

/** Reads the visits in version order, and the number of stored outcomes, from the server's disk. */
function readDatabase(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'framme.db'), { readOnly: true });
  const rows = database.prepare('SELECT body FROM visits WHERE body IS NOT NULL ORDER BY version').all();
  const known = database
    .prepare('SELECT count(DISTINCT op) AS count FROM outcomes WHERE version IS NOT NULL')
    .get();
  database.close();
  const visits = rows.map(({ body }) => JSON.parse(String(body)) as Visit);
  return {
    visits: visits.map(({ open, arrived, left }) => ({ open, arrived: arrived?.at, left: left?.at })),
    // Without the two commands that set up the family.
    outcomes: Math.max(0, Number(known?.count) - 2),
  };
}
