import { expect, test } from 'vitest';
import { annasFamily, byOtherPhone, quiet, row } from '#tests/support/phone/family.ts';

const HASH = 'h'.repeat(43);

async function ellaIsHere() {
  const family = await annasFamily();
  const { tab, ella } = family;
  await tab.home.run('checkIn', ella);
  const visit = row(tab.home.view(), ella)?.openVisit?.visit ?? '';
  return { ...family, visit };
}

test('a visit that shares nothing has none of the fields, as before there were links', async () => {
  const { tab, ella } = await ellaIsHere();
  expect(Object.keys(row(tab.home.view(), ella)?.openVisit ?? {}).toSorted()).toEqual([
    'arrived',
    'staysNight',
    'visit',
  ]);
});

test('a link shows in both views at once and offline, without its hash', async () => {
  const { phone, tab, ella, visit } = await ellaIsHere();
  phone.isOnline = false;
  expect(await tab.home.run('giveLink', { ...ella, visit, hash: HASH })).toMatchObject({ done: true });
  const { openVisit } = row(tab.home.view(), ella) ?? {};
  expect(openVisit?.links).toHaveLength(1);
  expect(openVisit?.links?.[0]).toMatchObject({ madeAt: expect.any(String) });
  expect(tab.home.view().history[0]?.links).toEqual(openVisit?.links);
  expect(JSON.stringify(tab.home.view())).not.toContain(HASH);
});

test('the planned time, a taken back link and a night reach the other phone’s views', async () => {
  const { tab, ella, visit, serverHousehold } = await ellaIsHere();
  const uid = tab.home.account.uid;
  await tab.home.run('giveLink', { ...ella, visit, hash: HASH });
  await quiet(tab);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  byOtherPhone(serverHousehold, uid, 'expectHome', { ...ella, visit, at });
  await quiet(tab);
  expect(row(tab.home.view(), ella)?.openVisit).toMatchObject({ expected: { at }, links: [{}] });
  byOtherPhone(serverHousehold, uid, 'takeLinksBack', { ...ella, visit });
  await quiet(tab);
  expect(row(tab.home.view(), ella)?.openVisit?.links).toBeUndefined();
  expect(tab.home.view().history[0]).toMatchObject({ expected: { at } });
  byOtherPhone(serverHousehold, uid, 'stayNight', { ...ella, visit, stays: true });
  await quiet(tab);
  expect(row(tab.home.view(), ella)?.openVisit).toMatchObject({ staysNight: { by: uid } });
});
