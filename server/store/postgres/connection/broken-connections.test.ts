import { expect, onTestFinished, test } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Op, SyncReply } from '#domain/protocol/sync.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { endConnections, newDatabase } from '#tests/support/postgres/databases.ts';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { roundsOf } from '#tests/support/seed.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';

/** Of each family, at least. */
const TAPS = roundsOf(120, 30);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a tap as a phone does, until it gets a reply; each failure must say that the database is unavailable. */
async function tapUntilAnswered(phone: HouseholdOnPhone, op: Op, failures: number[]): Promise<number> {
  for (;;) {
    const { status, body } = await phone.trySync({ ops: [op] });
    if (status === 200) return versionIn(body as SyncReply, op);
    failures.push(status);
    await pause(20);
  }
}

function versionIn({ outcomes }: SyncReply, op: Op): number {
  const [outcome] = outcomes;
  if (outcome?.op !== op.op || outcome.result !== 'done') throw new Error(JSON.stringify(outcomes));
  return outcome.version;
}

interface Family {
  phone: HouseholdOnPhone;
  ella: VisitorRef;
}

async function newFamily(url: string): Promise<Family> {
  const phone = await registerHousehold(url);
  return { phone, ella: await phone.addFriend(await phone.addChild()) };
}

/** Checks a friend in and out in turn while `shouldContinue`, ending with out. Returns the number of taps; each has its own version. */
async function tapOn(
  { phone, ella }: Family,
  failures: number[],
  shouldContinue: (taps: number) => boolean,
): Promise<number> {
  const versions: number[] = [];
  while (shouldContinue(versions.length) || versions.length % 2 === 1) {
    const op = phone.op(versions.length % 2 === 0 ? 'checkIn' : 'checkOut', ella);
    versions.push(await tapUntilAnswered(phone, op, failures));
  }
  // Each tap has its own version, above all before it.
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  return versions.length;
}

/** Retries if the last connection to be ended was the one in use. */
async function visitsOf({ phone }: Pick<Family, 'phone'>, patience = 10): Promise<Visit[]> {
  const documents = await phone.documents().catch(() => undefined);
  if (!documents && patience > 0) return pause(50).then(() => visitsOf({ phone }, patience - 1));
  if (!documents) throw new Error('the database did not come back');
  return [...documents].filter(([path]) => path.includes('/visits/')).map(([, visit]) => visit as Visit);
}

test('no tap is lost or doubled if all connections end every few hundred ms, and no reply is 500', {
  timeout: 240_000,
}, async () => {
  const address = await newDatabase();
  const { url } = await startApp({ env: { DATABASE_URL: address } });
  const families = await Promise.all([1, 2, 3, 4].map(() => newFamily(url)));
  const failures: number[] = [];
  let ended = 0;
  let isOver = false;
  const breaking = (async () => {
    // Sequentially: two at once would end each other's connection.
    for (; !isOver; await pause(250)) ended += await endConnections(address);
  })();
  // On until enough has ended, in the midst of a tap too, however fast this machine is.
  const isEnough = () => ended > 4 && failures.length > 0;
  const tapping = families.map((family) => tapOn(family, failures, (taps) => taps < TAPS || !isEnough()));
  const taps = await Promise.all(tapping).finally(() => {
    isOver = true;
  });
  await breaking;
  expect(failures.filter((status) => status !== 503)).toEqual([]);
  for (const [index, family] of families.entries()) {
    const visits = await visitsOf(family);
    expect(visits).toHaveLength((taps[index] ?? 0) / 2);
    expect(visits.filter(({ open, arrived, left }) => open || !arrived || !left)).toEqual([]);
  }
});

test('no tap is lost through restarts of PostgreSQL, and the server is ready again after each', {
  timeout: 240_000,
}, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const { url } = await startApp({ env: { DATABASE_URL: server.address } });
  const family = await newFamily(url);
  const failures: number[] = [];
  let restarts = 0;
  const tapping = tapOn(family, failures, () => restarts < 3);
  for (; restarts < 3; restarts += 1) {
    await pause(200);
    await server.restart();
    await until(async () => (await get(url, '/api/health')).status === 200);
  }
  const taps = await tapping;
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter((status) => status !== 503)).toEqual([]);
  const visits = await visitsOf(family);
  expect(visits).toHaveLength(taps / 2);
  expect(visits.filter(({ open, arrived, left }) => open || !arrived || !left)).toEqual([]);
});
