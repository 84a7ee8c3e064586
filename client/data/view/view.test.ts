import { expect, test } from 'vitest';
import type { Document } from '#domain/documents.ts';
import { profilePath } from '#domain/paths.ts';
import { annasFamily, byOtherPhone, type Family, quiet, row } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';

const BO = newId();

/** Bo's profile appears in the household, as when he joins it. */
async function withBo(firstName = 'Bo', lastName = 'Lind'): Promise<Family> {
  const family = await annasFamily();
  const { serverHousehold, tab } = family;
  const now = new Date().toISOString();
  const name = { firstName, lastName, username: 'bo.lind', email: 'bo@example.org' };
  const rest = { role: 'user', createdAt: now, updatedAt: now, notifications: true, language: 'sv' };
  serverHousehold.put(profilePath(BO), { ...name, ...rest } as Document);
  await quiet(tab);
  return family;
}

const names = ({ tab }: Family) => tab.home.view().parents?.map(({ name }) => name);

test('in a household of one parent nobody is named, and a tap changes nothing about it', async () => {
  const family = await annasFamily();
  const { tab, ella } = family;
  const seen = new Set([tab.home.view().parents]);
  tab.home.subscribe(() => seen.add(tab.home.view().parents));
  await tab.home.run('checkIn', ella);
  await tab.home.run('checkOut', ella);
  await quiet(tab);
  expect([...seen]).toEqual([undefined]);
});

test('two parents are named by first name, and the list stays the same through every tap', async () => {
  const family = await withBo();
  const { tab, ella, serverHousehold } = family;
  const before = tab.home.view().parents;
  expect(names(family)).toEqual(['Anna', 'Bo']);
  byOtherPhone(serverHousehold, BO, 'checkIn', ella);
  await quiet(tab);
  expect(row(tab.home.view(), ella)?.openVisit?.arrived?.by).toBe(BO);
  await tab.home.run('checkOut', ella);
  await quiet(tab);
  expect(tab.home.view().parents).toBe(before);
});

test('once the other has left, what they tapped still has somebody else as its parent', async () => {
  const family = await withBo();
  const { tab, ella, serverHousehold } = family;
  byOtherPhone(serverHousehold, BO, 'checkIn', ella);
  serverHousehold.put(profilePath(BO));
  await quiet(tab);
  expect(names(family)).toEqual(['Anna']);
  const again = tab.reload();
  await expect.poll(() => again.home.view().parents?.map(({ name }) => name)).toEqual(['Anna']);
});

test('a parent who left without a tap is named no more', async () => {
  const family = await withBo();
  family.serverHousehold.put(profilePath(BO));
  await quiet(family.tab);
  expect(names(family)).toBeUndefined();
});
