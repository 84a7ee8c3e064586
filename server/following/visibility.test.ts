import { afterEach, expect, test } from 'vitest';
import type { Friend } from '#domain/documents.ts';
import { linksEnd } from '#domain/links/link-life.ts';
import { type VisitorRef, visitorPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { DAY_MS, HOUR_MS, isoTime } from '#domain/time.ts';
import type { Restored } from '#server/store/ports/store.ts';
import { saveAsServer } from '#server/sync/save-as-server.ts';
import {
  askingFamilies,
  askToFollow,
  type FollowingFamilies,
  followersOf,
  followingFamilies,
  followsOf,
  renamed,
  sayYes,
  seenBy,
} from '#tests/support/people/following-families.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { linkedVisit, linkTo, mustRun, shownBy, visitOf } from '#tests/support/people/linked-visit.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';

const refusedNumbers = new Set<string>();
let restored: Restored | undefined;
const app = shareApp({
  calls: () => ({ restored: () => restored }),
  change: () => ({ isNumberRefused: (phone) => refusedNumbers.has(phone) }),
});
afterEach(() => {
  refusedNumbers.clear();
  restored = undefined;
  app().clock.ahead = 0;
});

test('before the yes nothing is told but the question, and after it what the holder of a link sees', async () => {
  const { host, home, eve, link, ref, id } = await askingFamilies(app().url);
  const hidden = { agreedAt: null, name: null, child: null, visit: null, coming: {} };
  const question = { id, askedAt: expect.any(String), ...hidden };
  expect(await followsOf(home)).toEqual([question]);
  await mustRun(host, 'checkOut', ref);
  await mustRun(host, 'checkIn', ref);
  expect(await followsOf(home)).toEqual([question]);
  await sayYes(host, id);
  const [now] = await followsOf(home);
  expect(now).toMatchObject({
    agreedAt: expect.any(String),
    name: 'Ella',
    child: 'Kim',
    visit: { open: true, isOwn: false },
  });
  await mustRun(host, 'checkOut', ref);
  const [after] = await followsOf(home);
  expect(after?.visit).toMatchObject({ open: false, left: expect.any(Object) });
  // The first visit is over, and the link leads to it.
  expect(await shownBy(app().url, link)).toMatchObject({ visitor: 'Ella', sender: { name: 'Astrid' } });
  expect(Object.keys(after?.visit ?? {})).not.toContain('sender');
  expect(await followsOf(eve)).toEqual([]);
});

test('a visit is seen as by a link to it, but for its sender', async () => {
  const { home, link } = await followingFamilies(app().url);
  const { sender: _sender, ...shown } = await shownBy(app().url, link);
  expect((await followsOf(home))[0]?.visit).toEqual({ ...shown, asOf: expect.any(String) });
});

test('a later visit is seen without a link, and a guest’s as a friend’s', async () => {
  const { phone: host, ref } = await linkedVisit(app().url);
  const home = await registerHousehold(app().url, 'Berg');
  const guest = await linkTo(host, await host.addGuest(ref.child, 'Nils Ek'));
  await sayYes(host, await askToFollow(home, guest.link));
  await mustRun(host, 'takeLinksBack', { ...guest.ref, visit: guest.visit });
  expect(await seenBy(home)).toEqual(['Nils']);
});

test('a visit that is over is seen for as long as by a link, to the second', async () => {
  const families = await followingFamilies(app().url);
  const { host, home, ref } = families;
  await mustRun(host, 'checkOut', ref);
  const end = linksEnd(await visitOf(families));
  const { clock } = app();
  clock.ahead = end - 1000 - clock.now();
  expect(await seenBy(home)).toEqual(['Ella']);
  clock.ahead += 1000;
  expect(await seenBy(home)).toEqual([undefined]);
});

test('an open visit is seen for 72 hours after what was last known of it, and then its check-out', async () => {
  const families = await followingFamilies(app().url);
  const { host, home, ref, visit } = families;
  const { clock } = app();
  host.now = clock.now;
  const isSeenUntil = async (time: string | undefined) => {
    clock.ahead += Date.parse(time ?? '') + 72 * HOUR_MS - 1000 - clock.now();
    expect(await seenBy(home)).toEqual(['Ella']);
    clock.ahead += 1000;
    expect(await followsOf(home)).toMatchObject([{ name: 'Ella', child: null, visit: null }]);
  };
  await isSeenUntil((await visitOf(families)).arrived?.at);
  await mustRun(host, 'stayNight', { ...ref, visit, stays: true });
  await isSeenUntil((await visitOf(families)).staysNight?.at);
  const at = isoTime(clock.now() + 4 * DAY_MS);
  await mustRun(host, 'expectHome', { ...ref, visit, at });
  await isSeenUntil(at);
  await mustRun(host, 'checkOut', ref);
  expect(await followsOf(home)).toMatchObject([{ child: 'Kim', visit: { open: false } }]);
});

test('nothing is seen while the other family refuses links, or the host of the server its number', async () => {
  const { host, home, link, ref } = await followingFamilies(app().url);
  refusedNumbers.add('+46701234567');
  expect(await seenBy(home)).toEqual([undefined]);
  refusedNumbers.clear();
  expect(await seenBy(home)).toEqual(['Ella']);
  await postJson(app().url, calls.refuseLinks.path, { link, remove: false });
  expect(await seenBy(home)).toEqual([undefined]);
  await mustRun(host, 'allowLinks', ref);
  expect(await seenBy(home)).toEqual(['Ella']);
});

/** What the home sees, and if the host is asked anew. */
const stateOf = async (host: HouseholdOnPhone, home: HouseholdOnPhone) => [
  ...(await seenBy(home)),
  ...(await followersOf(host)).map((one) => one.isPaused),
];

test('a friend with another first name is another child until a yes is said anew', async () => {
  const { host, home, ref, id } = await followingFamilies(app().url);
  const state = () => stateOf(host, home);
  for (const name of ['Ella Lind-Ek', 'ella']) await mustRun(host, 'editFriend', renamed(ref, name));
  expect(await state()).toEqual(['ella', false]);
  await mustRun(host, 'editFriend', renamed(ref, 'Sam'));
  expect(await state()).toEqual([undefined, true]);
  expect((await followsOf(home))[0]).toMatchObject({ name: 'Ella', child: null });
  await sayYes(host, id);
  expect(await state()).toEqual(['Sam', false]);
  await renamedByAnOlderVersion(host, ref, 'Ella');
  expect(await state()).toEqual([undefined, true]);
});

/** Stores another name without the time of it. */
async function renamedByAnOlderVersion(host: HouseholdOnPhone, ref: VisitorRef, name: string) {
  const friend = (await host.documents()).get(visitorPath(ref)) as Friend;
  const renaming = [{ path: visitorPath(ref), document: { ...friend, name } }];
  await app().store.transact(host.account.household, (transaction) =>
    saveAsServer(transaction, renaming, Date.now(), undefined),
  );
}

const MANY_HOURS_MS = 30 * 3_600_000;
/** Ways in which a friend gets the former first name again; the name at the yes is Ella. */
const BACK: readonly [what: string, rename: (families: FollowingFamilies) => Promise<unknown>][] = [
  [
    'by a phone that sends the name alone',
    async ({ host, ref: { child, visitor: friend } }) => {
      await mustRun(host, 'editFriend', { child, friend, name: 'Sam', was: { name: 'Ella' } });
      await mustRun(host, 'editFriend', { child, friend, name: 'Ella' });
    },
  ],
  [
    'by the stale form of an earlier version, which sends the whole document',
    async ({ host, ref }) => {
      await mustRun(host, 'editFriend', renamed(ref, 'Sam'));
      await mustRun(host, 'editFriend', { ...renamed(ref, 'Ella'), note: 'Allergic to nuts.' });
    },
  ],
  [
    'by taps from before the yes that come late, of a phone whose clock is off',
    async ({ host, ref }) => {
      const tappedAt = Date.now() - MANY_HOURS_MS;
      const ops = ['Sam', 'Ella'].map((name) => ({ ...host.op('editFriend', renamed(ref, name)), tappedAt }));
      await host.sync({ ops });
    },
  ],
];

test.each(BACK)(
  'a friend who got the former first name again is seen once a yes is said anew, %s',
  async (...of) => {
    const families = await followingFamilies(app().url);
    const { host, home, id } = families;
    const state = () => stateOf(host, home);
    expect(await state()).toEqual(['Ella', false]);
    await of[1](families);
    expect(await state()).toEqual([undefined, true]);
    await sayYes(host, id);
    expect(await state()).toEqual(['Ella', false]);
  },
);

test('a yes counts under a server’s clock that was set back since the rename', async () => {
  const { host, home, ref, id } = await followingFamilies(app().url);
  app().clock.ahead = MANY_HOURS_MS;
  await mustRun(host, 'editFriend', renamed(ref, 'Sam'));
  app().clock.ahead = 0;
  await sayYes(host, id);
  expect(await seenBy(home)).toEqual(['Sam']);
});

test.each(['El\0la Ek', 'El\ud800la Ek'])(
  'a name of an older version, %j, is asked for and agreed to',
  async (name) => {
    const { phone: host, ref, link } = await linkedVisit(app().url);
    await renamedByAnOlderVersion(host, ref, name);
    const home = await registerHousehold(app().url, 'Berg');
    await sayYes(host, await askToFollow(home, link));
    expect(await followersOf(host)).toMatchObject([{ name: 'El\ufffdla', isPaused: false }]);
    expect(await followsOf(home)).toMatchObject([{ child: 'Kim', visit: { open: true } }]);
  },
);

test('a yes from before a restored backup shows nothing until it is said anew', async () => {
  const { host, home, id } = await followingFamilies(app().url);
  const state = () => stateOf(host, home);
  expect(await state()).toEqual(['Ella', false]);
  restored = { at: app().clock.now() };
  expect(await state()).toEqual([undefined, true]);
  app().clock.ahead = 1000;
  await sayYes(host, id);
  expect(await state()).toEqual(['Ella', false]);
});

const GONE: readonly [what: string, end: (families: FollowingFamilies) => Promise<unknown>][] = [
  ['the visit is removed', ({ host, ref, visit }) => mustRun(host, 'undo', { ...ref, visit, undoes: visit })],
  [
    'the friend is removed',
    ({ host, ref: { child, visitor: friend } }) => mustRun(host, 'deleteFriend', { child, friend }),
  ],
];

test.each(GONE)('nothing is seen once %s', async (what, end) => {
  const families = await followingFamilies(app().url);
  await end(families);
  expect(await seenBy(families.home)).toEqual(what.includes('visit') ? [undefined] : []);
  expect(await followersOf(families.host)).toHaveLength(what.includes('visit') ? 1 : 0);
});
