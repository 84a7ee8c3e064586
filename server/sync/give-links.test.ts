import { expect, test } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import { MOST_LINKS } from '#domain/limits.ts';
import { visitPath } from '#domain/paths.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';

const app = shareApp();
const HOUR = 3_600_000;
const newHash = () => newId().padEnd(43, '_');

/** A family with Ella here. */
async function familyWithVisit() {
  const phone = await registerHousehold(app().url);
  const ella = await phone.addFriend(await phone.addChild());
  const arrival = phone.op('checkIn', ella, { tappedAt: Date.now() - HOUR });
  await phone.sync({ ops: [arrival] });
  const of = { ...ella, visit: arrival.op };
  const links = async () =>
    ((await phone.documents()).get(visitPath(ella.child, arrival.op)) as Visit | undefined)?.links ?? [];
  return { phone, ella, of, links };
}

const give = (
  phone: HouseholdOnPhone,
  of: Awaited<ReturnType<typeof familyWithVisit>>['of'],
  hash = newHash(),
) => phone.run('giveLink', { ...of, hash });

test('of links given by many phones at once a visit takes five, and the others hear why', async () => {
  const { phone, of, links } = await familyWithVisit();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => give(phone.anotherPhone(), of)));
  const refused = outcomes.filter(({ result }) => result === 'refused');
  expect(refused).toHaveLength(8 - MOST_LINKS);
  for (const one of refused) expect(one).toMatchObject({ refusal: { code: 'link-limit' } });
  expect(await links()).toHaveLength(MOST_LINKS);
  await phone.run('takeLinksBack', of);
  expect(await links()).toEqual([]);
  expect(await give(phone, of)).toMatchObject({ result: 'done' });
});

test('of six links in one request the sixth is refused', async () => {
  const { phone, of, links } = await familyWithVisit();
  const ops = Array.from({ length: 6 }, () => phone.op('giveLink', { ...of, hash: newHash() }));
  const { outcomes } = await phone.sync({ ops });
  expect(outcomes.map(({ result }) => result)).toEqual([...Array(5).fill('done'), 'refused']);
  expect((await links()).map(({ id }) => id)).toEqual(ops.slice(0, 5).map(({ op }) => op));
});

test('a link that is sent again, by its op or as another one, is one link', async () => {
  const { phone, of, links } = await familyWithVisit();
  const given = phone.op('giveLink', { ...of, hash: newHash() });
  const first = await phone.sync({ ops: [given] });
  const again = await phone.sync({ ops: [given] });
  expect(again.outcomes).toEqual([{ ...first.outcomes[0], receivedAt: first.receivedAt }]);
  expect(again.cursor).toBe(first.cursor);
  await phone.sync({ ops: [phone.op('giveLink', given.args as never)] });
  expect(await links()).toMatchObject([{ id: given.op }]);
});

test('a link and all that belongs to it outlives the departure, its undo and a correction', async () => {
  const { phone, ella, of, links } = await familyWithVisit();
  const hash = newHash();
  await give(phone, of, hash);
  const at = new Date(Date.now() + HOUR).toISOString();
  await phone.run('expectHome', { ...of, at });
  const departure = phone.op('checkOut', ella);
  await phone.sync({ ops: [departure] });
  const arrived = new Date(Date.now() - 2 * HOUR).toISOString();
  await phone.run('correctVisit', { ...of, arrived });
  await phone.run('undo', { ...of, undoes: departure.op });
  expect(await links()).toMatchObject([{ hash }]);
  expect((await app().store.linked(hash))?.visit).toMatchObject({ open: true, expected: { at } });
});

test('undoing the arrival takes its links along', async () => {
  const { phone, of } = await familyWithVisit();
  const hash = newHash();
  await give(phone, of, hash);
  expect(await app().store.linked(hash)).toBeDefined();
  expect(await phone.run('undo', { ...of, undoes: of.visit })).toMatchObject({ result: 'done' });
  expect(await app().store.linked(hash)).toBeUndefined();
});

test("a hash of another family's link gains nothing, and the other family hears nothing of it", async () => {
  const [lindgren, nguyen] = [await familyWithVisit(), await familyWithVisit()];
  const hash = newHash();
  await give(lindgren.phone, lindgren.of, hash);
  const { cursor } = await lindgren.phone.sync();
  expect(await give(nguyen.phone, nguyen.of, hash)).toMatchObject({ result: 'done' });
  expect(await app().store.linked(hash)).toMatchObject({ household: lindgren.phone.account.household });
  expect(await lindgren.phone.sync({ cursor })).toMatchObject({ changes: [], cursor });
  await nguyen.phone.run('takeLinksBack', nguyen.of);
  await nguyen.phone.deleteAccount();
  expect(await app().store.linked(hash)).toMatchObject({ household: lindgren.phone.account.household });
});

test('a link beyond the limit, and a planned time in the past, are refused by their names', async () => {
  const { phone, of } = await familyWithVisit();
  const ops = Array.from({ length: 6 }, () => phone.op('giveLink', { ...of, hash: newHash() }));
  const planned = phone.op('expectHome', { ...of, at: new Date(Date.now() - HOUR).toISOString() });
  const { outcomes } = await phone.sync({ ops: [...ops, planned] });
  const codes = outcomes.flatMap((one) => (one.result === 'refused' ? one.refusal.code : []));
  expect(codes).toEqual(['link-limit', 'in-the-past']);
});
