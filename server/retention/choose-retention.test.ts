import { expect, test } from 'vitest';
import type { Document } from '#domain/documents.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, until } from '#tests/support/server/app.ts';
import { listen, pagesOf } from '#tests/support/server/live-stream.ts';

const app = shareApp();
const DAY = 24 * 60 * 60_000;

/** A family whose friend came and left 40 days ago, and whose guest has been present since then. */
async function family(): Promise<{
  phone: HouseholdOnPhone;
  ella: Awaited<ReturnType<HouseholdOnPhone['addFriend']>>;
}> {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  const [ella, nils] = [await phone.addFriend(child), await phone.addGuest(child)];
  const tappedAt = Date.now() - 40 * DAY;
  await phone.sync({
    ops: [
      phone.op('checkIn', ella, { tappedAt }),
      phone.op('checkIn', nils, { tappedAt }),
      phone.op('checkOut', ella, { tappedAt: tappedAt + 60_000 }),
    ],
  });
  return { phone, ella };
}

async function visitsOf(phone: HouseholdOnPhone): Promise<string[]> {
  // A visit that is removed while its page is read appears as a removal.
  const documents: [string, Document | undefined][] = [...(await phone.documents())];
  return documents.flatMap(([path, document]) =>
    document && 'visitor' in document ? [`${document.visitor.kind} ${path.split('/').at(-1)}`] : [],
  );
}

test('a shorter retention removes older closed visits on every phone, but not open ones', async () => {
  const { phone } = await family();
  const { cursor } = await phone.sync();
  const other = await listen(app().url, { cookie: phone.cookie, cursor });
  expect(await visitsOf(phone)).toHaveLength(2);
  expect(await phone.run('keepVisits', { days: 30 })).toMatchObject({ result: 'done' });
  await until(async () => (await visitsOf(phone)).length === 1);
  expect(await visitsOf(phone)).toEqual([expect.stringMatching(/^guest /)]);
  const removals = () => pagesOf(other).flatMap(({ changes }) => changes.filter(({ document }) => !document));
  await until(() => removals().length === 1);
  const { cursor: version } = await phone.sync();
  expect(removals()).toEqual([{ path: expect.stringContaining('/visits/'), version }]);
});

test('a retention longer than the age of the visits removes nothing', async () => {
  const { phone } = await family();
  for (const days of [365, 90, null] as const) await phone.run('keepVisits', { days });
  await phone.sync();
  expect(await visitsOf(phone)).toHaveLength(2);
});

test('a late tap from before the retention limit is accepted, and its visit is then removed', async () => {
  const { phone, ella } = await family();
  await phone.run('keepVisits', { days: 30 });
  await until(async () => (await visitsOf(phone)).length === 1);
  const tappedAt = Date.now() - 50 * DAY;
  const late = await phone.anotherPhone().run('checkIn', ella, { tappedAt });
  expect(late).toMatchObject({ result: 'done' });
  expect(await visitsOf(phone)).toHaveLength(2);
  await phone.run('keepVisits', { days: 30 });
  await until(async () => (await visitsOf(phone)).length === 1);
});

test('a friend without visits left can check in and out as before, and a tap can be undone', async () => {
  const { phone, ella } = await family();
  await phone.run('keepVisits', { days: 30 });
  await until(async () => (await visitsOf(phone)).length === 1);
  const tap = phone.op('checkIn', ella);
  await phone.sync({ ops: [tap] });
  const open = [...(await phone.documents())].find(([path]) => path.endsWith(tap.op))?.[1];
  const previous = open && 'previous' in open ? open.previous?.visit : undefined;
  const undo = { ...ella, visit: tap.op, undoes: tap.op, ...(previous === undefined ? {} : { previous }) };
  expect(await phone.run('undo', undo)).toMatchObject({ result: 'done' });
  for (const command of ['checkIn', 'checkOut'] as const) {
    expect(await phone.run(command, ella)).toMatchObject({ result: 'done' });
  }
  expect(await visitsOf(phone)).toHaveLength(2);
  expect(app().log.text).not.toContain('"level":50');
});
