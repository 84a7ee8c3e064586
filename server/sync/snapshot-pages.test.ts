import { expect, test } from 'vitest';
import { friendPath, visitPath } from '#domain/paths.ts';
import { CHANGES_PER_PAGE, type SyncReply } from '#domain/protocol/sync.ts';
import { HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { aFriend, aVisit, storeDocuments } from '#tests/support/people/stored-family.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';

const FRIENDS = 2 * CHANGES_PER_PAGE + 50;
let longest = 0;
const app = shareApp({
  change: ({ store }) => ({
    store: {
      ...store,
      people: async (...asked) => {
        const page = await store.people(...asked);
        longest = Math.max(longest, page.changes.length);
        return page;
      },
    },
  }),
});

/** A family with more friends than fit two pages, saved in the store, and one past visit. */
async function largeFamily(): Promise<HouseholdOnPhone> {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  const friends = Array.from({ length: FRIENDS }, () => friendPath(child, newId()));
  const documents = friends.map((path) => ({ path, document: aFriend() }));
  const visit = { path: visitPath(child, newId()), document: aVisit(newId(), 0, 1) };
  await storeDocuments(app().store, phone.account.household, [...documents, visit]);
  return phone;
}

async function pagesOf(phone: HouseholdOnPhone): Promise<SyncReply[]> {
  const pages = [await phone.sync()];
  for (let people = pages[0]?.people; people !== undefined; people = pages.at(-1)?.people)
    pages.push(await phone.sync({ people }));
  return pages;
}

test('a phone that takes pages gets the people in pages, the last of which leads to the history', async () => {
  const phone = await largeFamily();
  longest = 0;
  const pages = await pagesOf(phone);
  expect(longest).toBe(CHANGES_PER_PAGE);
  expect(pages.map(({ changes }) => changes.length)).toEqual([CHANGES_PER_PAGE, CHANGES_PER_PAGE, 52]);
  expect(pages.map(({ reset }) => reset)).toEqual([true, true, true]);
  expect(pages.map(({ history }) => history === undefined)).toEqual([true, true, false]);
  expect(new Set(pages.flatMap(({ changes }) => changes.map(({ path }) => path))).size).toBe(FRIENDS + 2);
});

test('a page of people shows nothing without a session, or of another household', async () => {
  const phone = await largeFamily();
  const { people = '' } = await phone.sync();
  const nobody = new HouseholdOnPhone(app().url, phone.account, '');
  expect((await nobody.trySync({ people })).status).toBe(401);
  const other = await registerHousehold(app().url, 'Nguyen');
  expect(codeOf(await other.trySync({ household: phone.account.household, people }))).toBe('other-household');
  const own = await other.sync({ people });
  expect(own.changes.map(({ path }) => path)).toEqual([`profiles/${other.account.uid}`]);
});
