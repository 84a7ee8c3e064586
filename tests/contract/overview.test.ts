import { expect, test } from 'vitest';
import { openStoreReader } from '#server/store/admin/inspect.ts';
import { countStore, listAccounts } from '#server/store/admin/overview.ts';
import { sql } from '#server/store/shared/queries.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { twoParents } from '#tests/support/people/two-parents.ts';
import { type AppUnderTest, startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';

const PRIVATE = /Astrid|Lindgren|Nguyen|Kim|Ella|Nils|123 45|farmor/;

const placeOf = ({ dataDir, place }: AppUnderTest) => ({ dataDir, databaseUrl: place.DATABASE_URL });

test('accounts lists each account with the size of its household, and no name or number of anybody', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url, 'Nguyen');
  const { email, uid, household } = phone.account;
  await registerHousehold(app.url, 'empty');
  const child = await phone.addChild();
  await phone.run('checkIn', await phone.addFriend(child));
  await phone.run('checkIn', await phone.addGuest(child));
  await app.store.verifyEmail(uid, email, '2026-05-04T12:00:00.000Z');
  const { code, stdout, stderr } = await framme(app.place, 'accounts', '--json');
  expect([code, stderr]).toEqual([0, '']);
  const { accounts } = JSON.parse(stdout);
  expect(accounts).toMatchObject([
    { email, household, verifiedAt: '2026-05-04T12:00:00.000Z', parents: 1, children: 1, visits: 2 },
    { email: expect.stringMatching(/^empty-/), verifiedAt: null, parents: 1, children: 0, visits: 0 },
  ]);
  const [{ createdAt, seenAt, bytes }, empty] = accounts;
  expect(Math.abs(Date.parse(seenAt) - Date.parse(createdAt))).toBeLessThan(60_000);
  expect(bytes).toBeGreaterThan(empty.bytes + 500);
  const text = await framme(app.place, 'accounts');
  const lines = text.stdout.split('\n').map((line) => line.split(/ {2,}/));
  const today = createdAt.slice(0, 10);
  expect(lines[1]?.slice(0, 7)).toEqual([email, '2026-05-04', today, seenAt.slice(0, 10), '1', '1', '2']);
  expect(lines[2]?.[1]).toBe('never');
  // An id may have any letters by chance.
  expect((stdout + text.stdout).replaceAll(/[\w-]{16,}/g, '')).not.toMatch(PRIVATE);
});

test('two parents of one household are two accounts with the same numbers, and who left the server is gone', async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  const gone = await registerHousehold(app.url);
  await gone.deleteAccount();
  const rows = await listAccounts(placeOf(app));
  expect(rows.map(({ email }) => email).toSorted()).toEqual(
    [anna.account.email, bo.account.email].toSorted(),
  );
  expect(new Set(rows.map(({ parents, household, bytes }) => `${parents} ${household} ${bytes}`)).size).toBe(
    1,
  );
  expect(rows[0]?.parents).toBe(2);
});

test('a reader that is slow holds no tap up, and sees one moment', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const reader = await openStoreReader(placeOf(app));
  const read = () => reader.one(sql<{ version: number }>('SELECT version FROM households'));
  const [before, during] = await reader.moment(async () => {
    const first = await read();
    await phone.addChild();
    return [first, await read()];
  });
  expect(during).toEqual(before);
  expect(await read()).not.toEqual(before);
  await reader.close();
});

test('stats counts what is stored, and names nobody', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const friend = await phone.addFriend(await phone.addChild());
  const guest = await phone.addGuest(friend.child);
  for (const visitor of [friend, guest]) await phone.run('checkIn', visitor);
  await phone.run('checkOut', guest);
  const { code, stdout, stderr } = await framme(app.place, 'stats', '--json');
  expect([code, stderr]).toEqual([0, '']);
  const counted = JSON.parse(stdout);
  expect(counted).toMatchObject({
    schema: app.store.schema(),
    accounts: 1,
    verified: 0,
    seen: 1,
    households: 1,
  });
  expect(counted).toMatchObject({ children: 1, visits: 2, open: 1, backupAt: null });
  expect([counted.bytes > 50_000, counted.freeBytes > 0]).toEqual([true, true]);
  const text = (await framme(app.place, 'stats')).stdout;
  expect(text).toContain('accounts: 1, of which 0 are verified and 1 were seen in the last 30 days\n');
  expect(text).toContain('visits: 2, of which 1 are not checked out\n');
  expect(stdout + text).not.toMatch(PRIVATE);
  expect((await countStore(placeOf(app), '2999-01-01T00:00:00.000Z')).seen).toBe(0);
});

test('where nothing is stored both commands say so', async () => {
  for (const name of ['accounts', 'stats'])
    expect(await framme({ DATA_DIR: temporaryFolder() }, name)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^There is no database in /),
    });
});
