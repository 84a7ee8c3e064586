import { expect, test } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import { LINK_LIFE_MS } from '#domain/limits.ts';
import type { VisitLink } from '#domain/links/link-fields.ts';
import { childPath, friendPath, type Path, visitPath } from '#domain/paths.ts';
import { createLog } from '#server/process/log.ts';
import { type Store, StoreUnavailable } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { openEmptyStore } from '#tests/support/server/open-store.ts';
import { FailedHouseholds } from './expire-visits.ts';
import { stripOldLinks } from './strip-links.ts';

const MINUTE = 60_000;
const LIFE = LINK_LIFE_MS / MINUTE;
/** The server's clock so many minutes after noon. */
const at = (minutes: number) => () => Date.parse(NOON) + minutes * MINUTE;
const answer: NonNullable<Visit['answer']> = { code: 'thanks', at: minute(5) };

const link = (minutes: number): VisitLink => {
  const id = newId();
  return { id, hash: id.padEnd(43, '_'), by: newId(), madeAt: minute(minutes) };
};

/** A family with a visit for each list of minutes after noon at which links to it were made. */
async function familyWith(store: Store, ...made: readonly number[][]) {
  const family = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const visits = made.map((minutes): [Path<'visit'>, Visit] => [
    visitPath(kim, newId()),
    {
      ...aVisit(ella, 0),
      expected: { at: minute(90), by: kim, setAt: NOON },
      links: minutes.map(link),
      answer,
    },
  ]);
  await family.save([[childPath(kim), aChild()], [friendPath(kim, ella), aFriend()], ...visits]);
  const phone = { cursor: (await store.versions([family.household])).get(family.household) ?? 0 };
  /** The changes that a phone hears which was away since then. */
  const heard = async () => (await store.changes(family.household, phone.cursor, 1000)).changes;
  return { ...family, kim, visits, heard };
}

test('a link is stripped 72 hours after it was made, the answer with the last of them, and phones hear of it', async () => {
  const store = await openEmptyStore();
  const { visits, heard } = await familyWith(store, [0, 10]);
  const [[path, visit] = []] = visits;
  const [first, second] = visit?.links ?? [];
  expect(await stripOldLinks({ store, now: at(LIFE) })).toBe(false);
  expect([await heard(), Boolean(await store.linked(first?.hash ?? ''))]).toEqual([[], true]);
  await stripOldLinks({ store, now: at(LIFE + 1) });
  const one = { ...visit, links: [second] };
  expect(await heard()).toEqual([{ path, version: at(LIFE + 1)(), document: one }]);
  expect(await store.linked(first?.hash ?? '')).toBeUndefined();
  expect(await store.linked(second?.hash ?? '')).toMatchObject({ visit: one });
  await stripOldLinks({ store, now: at(LIFE + 11) });
  const { links: _links, answer: _answer, ...without } = visit ?? {};
  expect(await heard()).toEqual([{ path, version: at(LIFE + 11)(), document: without }]);
  expect(await store.linksMadeBefore(minute(9999), 10)).toEqual([]);
});

test('an answer of a family that follows, which has no link, is stripped 72 hours after it was given', async () => {
  const store = await openEmptyStore();
  const { save, visits, heard } = await familyWith(store, []);
  const [[path, visit] = []] = visits;
  const { links: _links, ...answered } = visit as Visit;
  await save([[path as Path, answered]]);
  const before = await heard();
  await stripOldLinks({ store, now: at(LIFE + 5) });
  expect(await heard()).toEqual(before);
  for (const minutes of [6, 7]) await stripOldLinks({ store, now: at(LIFE + minutes) });
  const { answer: _answer, ...without } = answered;
  expect(await heard()).toEqual([{ path, version: at(LIFE + 6)(), document: without }]);
  expect(await store.linksMadeBefore(minute(9999), 10)).toEqual([]);
});

test('what a kill between the visit and its row left is done once more, and changes the visit once', async () => {
  const store = await openEmptyStore();
  const { heard } = await familyWith(store, [0], [1]);
  const killed = { ...store, forgetLinks: () => Promise.reject(new Error('killed')) };
  await expect(stripOldLinks({ store: killed, now: at(LIFE + 50) })).rejects.toThrow('killed');
  const before = await heard();
  expect(before).toHaveLength(2);
  expect(await store.linksMadeBefore(minute(9999), 10)).toHaveLength(2);
  await stripOldLinks({ store, now: at(LIFE + 50) });
  expect(await heard()).toEqual(before);
  expect(await store.linksMadeBefore(minute(9999), 10)).toEqual([]);
});

test('the rows of visits that are gone are forgotten, and of families that are deleted meanwhile too', async () => {
  const store = await openEmptyStore();
  const [taken, removed, child, deleted] = [
    await familyWith(store, [0]),
    await familyWith(store, [0]),
    await familyWith(store, [0]),
    await familyWith(store, [0]),
  ];
  for (const { save, visits } of [taken])
    await save(visits.map(([path, { links: _links, answer: _answer, ...rest }]) => [path, rest]));
  await removed.save(removed.visits.map(([path]) => [path, undefined]));
  await child.save([[childPath(child.kim), undefined]]);
  const listed = {
    ...store,
    async linksMadeBefore(...page: Parameters<Store['linksMadeBefore']>) {
      const rows = await store.linksMadeBefore(...page);
      await store.deleteAccount(deleted.account.uid, NOON);
      return rows;
    },
  };
  const versions = () => store.versions([taken, removed, child].map(({ household }) => household));
  const before = await versions();
  await stripOldLinks({ store: listed, now: at(LIFE + 50) });
  expect(await store.linksMadeBefore(minute(9999), 10)).toEqual([]);
  expect(await versions()).toEqual(before);
});

test('many links are stripped some at a time, those of all families', async () => {
  const store = await openEmptyStore();
  const [many, one] = [
    await familyWith(store, ...Array.from({ length: 230 }, (_, minutes) => [minutes])),
    await familyWith(store, [240]),
  ];
  const rounds: boolean[] = [];
  while (rounds.at(-1) !== false) rounds.push(await stripOldLinks({ store, now: at(LIFE + 300) }));
  expect(rounds).toEqual([true, true, false]);
  const heard = [...(await many.heard()), ...(await one.heard())];
  expect(heard).toHaveLength(231);
  expect(heard.filter(({ document }) => document && ('links' in document || 'answer' in document))).toEqual(
    [],
  );
});

test('a household whose data fails is left for an hour and logged without a name, and the links of all others are stripped', async () => {
  const store = await openEmptyStore();
  const broken = await familyWith(store, ...Array.from({ length: 25 }, () => [0, 0, 0, 0, 0]));
  const other = await familyWith(store, [10]);
  const log = { text: '' };
  let minutes = LIFE + 50;
  const write = (line: string) => {
    log.text += line;
  };
  const deps = { now: () => at(minutes)(), log: createLog('trace', { write }) };
  const attempts: string[] = [];
  const failing: Store = {
    ...store,
    transact: (household, work) => {
      attempts.push(household);
      if (household !== broken.household) return store.transact(household, work);
      return Promise.reject(new SyntaxError('no JSON in the visit of Ella'));
    },
  };
  const failures = new FailedHouseholds(deps);
  const round = async () => {
    while (await stripOldLinks({ store: failing, now: deps.now, failures }));
  };
  await round();
  expect(await other.heard()).toHaveLength(1);
  expect(attempts).toEqual([broken.household, other.household]);
  expect(log.text.match(/the retention of a household failed/g)).toHaveLength(1);
  for (const name of ['Ella', broken.household]) expect(log.text).not.toContain(name);
  minutes += 59;
  await round();
  expect(attempts).toHaveLength(2);
  minutes += 1;
  await round();
  expect(attempts).toHaveLength(3);
  const away = { ...store, transact: () => Promise.reject(new StoreUnavailable('away')) };
  await expect(
    stripOldLinks({ store: away, now: deps.now, failures: new FailedHouseholds(deps) }),
  ).rejects.toThrow(StoreUnavailable);
});
