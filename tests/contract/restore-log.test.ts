import { expect, test } from 'vitest';
import { childPath, profilePath } from '#domain/paths.ts';
import type { LogWrite } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, NOON, type StoredFamily, storeFamily } from '#tests/support/people/stored-family.ts';
import { joinFamily, part } from '#tests/support/people/stored-parents.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

const [KIM, LEA] = ['kim0000000000', 'lea0000000000'];

const put = (child: string, key: string, body: string): LogWrite => ({ child, key, body });
const first = (child: string, key: string, body: string): LogWrite => ({ child, key, body, isFirst: true });

const keep = ({ save }: StoredFamily, ...log: LogWrite[]) => save([], { log });

/** The rows of a household's log, or of some children in it, each as one line. */
async function rowsOf(household: string, children?: readonly string[]): Promise<string[]> {
  const rows = await store.transact(household, (transaction) => transaction.restoreLog(children));
  return rows.map(({ child, key, body }) => `${child.slice(0, 3)} ${key} ${body}`).toSorted();
}

test('a first row stays as it is, any other is replaced, and both are read by child', async () => {
  const [family, other] = [await storeFamily(store), await storeFamily(store)];
  await keep(family, first(KIM, 'bpath', '1'), put(KIM, 'oone', '1'), put(LEA, 'oå"\\', '{"a":"\\u0000å"}'));
  await keep(family, first(KIM, 'bpath', '2'), put(KIM, 'oone', '2'));
  await keep(other, put(KIM, 'oone', '9'));
  const [kim, lea] = [['kim bpath 1', 'kim oone 2'], ['lea oå"\\ {"a":"\\u0000å"}']];
  expect(await rowsOf(family.household)).toEqual([...kim, ...lea]);
  expect(await rowsOf(family.household, [KIM])).toEqual(kim);
  expect(await rowsOf(family.household, [LEA, 'nobody'])).toEqual(lea);
  expect(await rowsOf(family.household, [])).toEqual([]);
  expect(await rowsOf(other.household)).toEqual(['kim oone 9']);
});

test('in one batch the last of two rows counts, and a row that goes is gone', async () => {
  const family = await storeFamily(store);
  await keep(family, put(KIM, 'oone', '1'), put(KIM, 'oone', '2'), put(KIM, 'otwo', '1'));
  expect(await rowsOf(family.household)).toEqual(['kim oone 2', 'kim otwo 1']);
  await keep(family, { child: KIM, key: 'oone' }, { child: LEA, key: 'otwo' }, { child: KIM, key: 'onone' });
  expect(await rowsOf(family.household)).toEqual(['kim otwo 1']);
});

test('a child is cleared by itself, in its household alone', async () => {
  const [family, other] = [await storeFamily(store), await storeFamily(store)];
  for (const one of [family, other]) await keep(one, put(KIM, 'oone', '1'), put(LEA, 'oone', '1'));
  await keep(family, { child: KIM });
  expect(await rowsOf(family.household)).toEqual(['lea oone 1']);
  expect(await rowsOf(other.household)).toHaveLength(2);
});

test('households that write at once keep each their own', async () => {
  const families = await Promise.all(Array.from({ length: 8 }, () => storeFamily(store)));
  await Promise.all(families.map((family, at) => keep(family, put(KIM, 'oone', `${at}`))));
  const read = await Promise.all(families.map(({ household }) => rowsOf(household)));
  expect(read).toEqual(families.map((_family, at) => [`kim oone ${at}`]));
});

/** The end of the log: with its batch, its household, or its time. */
test('a batch that fails leaves the log as it was', async () => {
  const family = await storeFamily(store);
  const outcome = { op: newId(), result: 'done', version: 2 } as const;
  await family.save([], { outcomes: [{ outcome, sequence: 1 }] });
  const again = { outcomes: [{ outcome, sequence: 2 }], log: [put(KIM, 'oone', '1')] };
  await expect(family.save([], again)).rejects.toThrow();
  expect(await rowsOf(family.household)).toEqual([]);
});

test('it is gone with the household, and a parent who goes takes none along', async () => {
  const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
  await joinFamily(store, anna, bo);
  await anna.save([[childPath(KIM), aChild()]], { log: [put(KIM, 'oone', '1')] });
  const { to } = await part(store, { uid: bo.account.uid, from: anna.household });
  expect(await rowsOf(to)).toEqual([]);
  expect(await rowsOf(anna.household)).toEqual(['kim oone 1']);
  await store.deleteAccount(anna.account.uid, NOON);
  while (await store.purgeRemoved());
  expect(await store.purgeRestoreLog()).toBe(false);
  expect(await rowsOf(anna.household).catch(() => 'no household')).toBe('no household');
});

test('the purge takes all rows of all households, in steps', async () => {
  const [family, other] = [await storeFamily(store), await storeFamily(store)];
  await keep(family, ...Array.from({ length: 2500 }, (_, at) => put(KIM, `o${at}`, '{}')));
  await keep(other, put(LEA, 'oone', '1'));
  const steps: boolean[] = [];
  do steps.push(await store.purgeRestoreLog());
  while (steps.at(-1));
  expect(steps).toEqual([true, false]);
  for (const { household } of [family, other]) expect(await rowsOf(household)).toEqual([]);
});

test('a store that was never restored says so, and the write of a profile is ordered by its time', async () => {
  expect(store.restored()).toBeUndefined();
  const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
  await joinFamily(store, anna, bo);
  const versionOf = async () => (await store.versions([anna.household])).get(anna.household) ?? 0;
  const before = await versionOf();
  expect(before).toBe(Date.parse(NOON));
  // Two at the same time follow each other, and a clock that was set back sets none back.
  const cid = await storeFamily(store);
  await joinFamily(store, anna, cid);
  expect(await versionOf()).toBe(before + 1);
  const { changes } = await store.changes(anna.household, before, 10);
  expect(changes).toMatchObject([{ path: profilePath(cid.account.uid), version: before + 1 }]);
});
