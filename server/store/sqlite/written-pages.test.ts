import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Friend, Visit } from '#domain/documents.ts';
import { childPath, friendPath, type Path, visitPath } from '#domain/paths.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';

/** Bytes of a page in the write-ahead log, with its header. */
const FRAME = 4096 + 24;

/** A family in a database so small that a table or index is one page, with a count of the pages that a tap writes. */
async function smallFamily() {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const family = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const visit = visitPath(kim, newId());
  await family.save([
    [childPath(kim), aChild()],
    [friendPath(kim, ella), aFriend()],
  ]);
  const logged = () => statSync(join(folder, 'framme.db-wal')).size;
  let version = 2;
  /** Saves a visit and its friend like a tap. Returns the number of pages that it wrote. */
  const tap = async (document: Visit, status: Friend['status']) => {
    version += 1;
    const op = newId();
    const words = { recipient: { phone: '070-1' }, name: 'Ella', at: NOON };
    const alerted = { visitor: friendPath(kim, ella), by: family.account.uid };
    const documents: [Path, Visit | Friend][] = [
      [visit, document],
      [friendPath(kim, ella), { ...aFriend(), status }],
    ];
    const before = logged();
    await family.save(documents, {
      outcomes: [{ outcome: { op, result: 'done', version }, sequence: version }],
      notices: [{ notice: { about: op, kind: 'first', status, ...words, ...alerted }, dueAt: minute(1) }],
    });
    return (logged() - before) / FRAME;
  };
  return { ella, tap, store, logged };
}

const link = () => ({ id: newId(), hash: newId().padEnd(43, '_'), by: newId(), madeAt: NOON });

test('a tap writes a few pages, and no more on a visit that has links', async () => {
  const [plain, linked] = [await smallFamily(), await smallFamily()];
  const [arrival, departure] = [aVisit(plain.ella, 0), aVisit(plain.ella, 0, 5)];
  expect([await plain.tap(arrival, 'in'), await plain.tap(departure, 'out')]).toEqual([12, 11]);
  const links = [link(), link()];
  await linked.tap({ ...aVisit(linked.ella, 0), links }, 'in');
  expect(await linked.tap({ ...aVisit(linked.ella, 0, 5), links }, 'out')).toBe(11);
  expect(await linked.store.linked(links[0]?.hash ?? '')).toBeDefined();
});

test('a look at the queue of alerts that finds none writes nothing', async () => {
  const { store, logged } = await smallFamily();
  const before = logged();
  expect(await store.hasDueAlerts(minute(9))).toBe(false);
  expect(logged()).toBe(before);
});
