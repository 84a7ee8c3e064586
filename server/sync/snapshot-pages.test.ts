import { expect, test } from 'vitest';
import { friendPath } from '#domain/paths.ts';
import { CHANGES_PER_PAGE, type SyncReply } from '#domain/protocol/sync.ts';
import { HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { aFriend, aVisit } from '#tests/support/people/stored-family.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';

const FRIENDS = 2 * CHANGES_PER_PAGE + 50;
let longest = 0;
let isHeld = false;
const app = shareApp({
  change: ({ store }) => ({
    store: {
      ...store,
      purgeRemoved: async () => !isHeld && store.purgeRemoved(),
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
  await app().store.transact(phone.account.household, async (transaction) => {
    const { version, lastSequence } = await transaction.begin(phone.device, []);
    const at = { version: version + 1, device: phone.device, lastSequence };
    const visit = { path: `children/${child}/visits/${newId()}` as never, document: aVisit(newId(), 0, 1) };
    const documents = [...friends.map((path) => ({ path, document: aFriend() })), visit];
    const rest = { outcomes: [], notices: [], recordedAt: '' };
    await transaction.save({ ...at, ...rest, documents: documents.map((one) => ({ ...one, ...at })) });
  });
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

test('what a made-up position names is refused or answered with a page', async () => {
  const phone = await largeFamily();
  for (const people of ['', '~', 'visits/-1', 'visits/x', '\u0000', '\ud800'])
    expect((await phone.trySync({ people })).status).toBe(200);
  expect((await phone.trySync({ people: 'x'.repeat(201) })).status).toBe(400);
});

test('a snapshot shows nothing of a removed child that waits to be purged', async () => {
  const phone = await largeFamily();
  const [child = ''] = [...(await phone.documents()).keys()].filter((path) => /^children\/[^/]+$/.test(path));
  isHeld = true;
  await phone.run('deleteChild', { child: child.split('/')[1] ?? '' });
  const pages = await pagesOf(phone);
  isHeld = false;
  expect(pages.flatMap(({ changes }) => changes).map(({ path }) => path)).toEqual([
    `profiles/${phone.account.uid}`,
  ]);
});
