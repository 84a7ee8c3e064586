import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Friend, Visit } from '#domain/documents.ts';
import { makeUlid } from '#domain/ids.ts';
import { childPath, friendPath, type Path, visitPath } from '#domain/paths.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';

/** Bytes of a page in the write-ahead log, with its header. */
const FRAME = 4096 + 24;

const FAMILIES = 24;

/** One round varies by a few pages. */
const ROUNDS = 20;

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

test('a tap writes as many pages as before there were links, also on a visit that has some', async () => {
  const [plain, linked] = [await smallFamily(), await smallFamily()];
  const [arrival, departure] = [aVisit(plain.ella, 0), aVisit(plain.ella, 0, 5)];
  // Measured before there was a table of links.
  expect([await plain.tap(arrival, 'in'), await plain.tap(departure, 'out')]).toEqual([11, 10]);
  const links = [link(), link()];
  await linked.tap({ ...aVisit(linked.ella, 0), links }, 'in');
  expect(await linked.tap({ ...aVisit(linked.ella, 0, 5), links }, 'out')).toBe(10);
  expect(await linked.store.linked(links[0]?.hash ?? '')).toBeDefined();
});

test('a look at the queue of alerts that finds none writes nothing', async () => {
  const { store, logged } = await smallFamily();
  const before = logged();
  expect(await store.hasDueAlerts(minute(9))).toBe(false);
  expect(logged()).toBe(before);
});

/** Returns the pages that a check-in of many families at once writes, as a mean of many such rounds. */
async function pagesOfRound(makeOp: () => string): Promise<number> {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const families = await Promise.all(Array.from({ length: FAMILIES }, () => storeFamily(store)));
  const [kim, ella] = [newId(), newId()];
  const logged = () => statSync(join(folder, 'framme.db-wal')).size;
  let version = 1;
  const round = (makeOpOf: () => string) => {
    version += 1;
    return Promise.all(
      families.map(({ save }) => {
        const op = makeOpOf();
        const outcome = { outcome: { op, result: 'done', version } as const, sequence: version };
        return save([[visitPath(kim, op), aVisit(ella, version)]], { outcomes: [outcome] });
      }),
    );
  };
  for (let past = 0; past < 40; past += 1) await round(newId);
  const before = logged();
  for (let now = 0; now < ROUNDS; now += 1) await round(makeOp);
  return (logged() - before) / FRAME / ROUNDS;
}

test('taps that are committed together share pages, if their ids rise with the time', async () => {
  const random = await pagesOfRound(newId);
  const rising = await pagesOfRound(() => makeUlid(Date.now(), randomBytes(10)));
  // Two trees have such an id as key: by chance each tap meets another of their pages.
  expect(random - rising).toBeGreaterThan(FAMILIES / 2);
});
