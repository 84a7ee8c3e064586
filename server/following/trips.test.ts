import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import {
  askingFamilies,
  askToFollow,
  type FollowingFamilies,
  followingFamilies,
  householdOf,
  renamed,
  sayYes,
} from '#tests/support/people/following-families.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  giveLink,
  type LinkedVisit,
  linkedVisit,
  mustRun,
  shownBy,
} from '#tests/support/people/linked-visit.ts';
import { call } from '#tests/support/people/two-parents.ts';
import { sayAs, sayByLink, seenTrip, tripOf, walkHome } from '#tests/support/people/way-home.ts';
import { type AppUnderTest, startApp } from '#tests/support/server/app.ts';
import { type Answer, codeOf, postJson } from '#tests/support/server/http.ts';

/** Ella is on the way home, at a server whose clock stands still. */
async function walking<F extends LinkedVisit>(begin: (url: string) => Promise<F>) {
  const app = await startApp({ isStill: true });
  const families = await begin(app.url);
  families.phone.now = app.clock.now;
  const start = await walkHome(families);
  return { app, families, start, startedAt: isoTime(app.clock.now()) };
}

const pass = ({ clock }: AppUnderTest, seconds: number) => {
  clock.ahead += seconds * 1000;
};
const saidIn = ({ body }: Answer) => (body as SharedVisit).trip?.said;
const endTrip = ({ host, ref, visit }: FollowingFamilies, start: string, how: 'host' | 'taken-back') =>
  mustRun(host, 'endTrip', { ...ref, visit, start, how });

test('a home says that the child is home, and takes it back within a minute', async () => {
  const { app, families, startedAt } = await walking(followingFamilies);
  const open = { startedAt, due: expect.any(String), until: expect.any(String) };
  expect(await seenTrip(families)).toEqual(open);
  pass(app, 600);
  const at = isoTime(app.clock.now());
  const { status, body } = await sayAs(families, { home: startedAt });
  expect([status, body]).toMatchObject([200, { trip: { said: { isHome: true, at } }, answer: null }]);
  expect((await tripOf(families))?.over).toEqual({ how: 'home', at, by: families.id });
  pass(app, 60);
  expect(saidIn(await sayAs(families, { takesBackHome: at }))).toBeUndefined();
  expect(await seenTrip(families)).toEqual(open);
  const again = saidIn(await sayAs(families, { home: startedAt }))?.at ?? '';
  pass(app, 61);
  expect(codeOf(await sayAs(families, { takesBackHome: again }))).toBe('invalid-request');
  // A later thanks reopens nothing, and for half an hour the home reads how it ended.
  const { home, id } = families;
  await call(home, 'answerFollowed', { ...householdOf(home), id, answer: { code: 'thanks' } });
  expect(await tripOf(families)).toMatchObject({ over: { how: 'home', at: again } });
  pass(app, 28 * 60);
  expect(await seenTrip(families)).toMatchObject({ said: { isHome: true } });
  pass(app, 60);
  expect(await seenTrip(families)).toBeUndefined();
});

test('of another trip, of one that is over, or after another visit nothing can be said', async () => {
  const { app, families, start, startedAt } = await walking(followingFamilies);
  const { host, ref } = families;
  const say = async (home: string) => codeOf(await sayAs(families, { home }));
  expect(await say(isoTime(app.clock.now() - 1))).toBe('invalid-request');
  pass(app, 60);
  await endTrip(families, start, 'taken-back');
  expect(await seenTrip(families)).toMatchObject({ said: { isHome: false } });
  pass(app, 11);
  expect((await sayAs(families, { home: startedAt })).status).toBe(200);
  expect((await tripOf(families))?.over).toMatchObject({ how: 'taken-back' });
  await mustRun(host, 'startTrip', { ...ref, checkOut: newId(), since: 0, minutes: 15 });
  expect(await say(startedAt)).toBe('invalid-request');
  const second = (await seenTrip(families))?.startedAt ?? '';
  pass(app, 75 * 60);
  expect(await say(second)).toBe('invalid-request');
  // Past without a word: the home may not read that the child went home.
  expect(await seenTrip(families)).toMatchObject({ startedAt: second });
  await mustRun(host, 'checkIn', ref);
  expect(await say(second)).toBe('invalid-request');
  expect(await seenTrip(families)).toBeUndefined();
});

test('nobody else may say it: no account, another family, one that only asked, one whose yes is paused', async () => {
  const { app, families, startedAt } = await walking(followingFamilies);
  const { host, home, eve, ref, visit, id } = families;
  const answer = { home: startedAt };
  const as = async (phone: typeof home, follow = id) =>
    codeOf(await call(phone, 'answerFollowed', { ...householdOf(phone), id: follow, answer }));
  const asked = await askToFollow(eve, await giveLink(host, ref, visit));
  const nobody = { household: home.account.household, id, answer };
  expect([
    codeOf(await postJson(app.url, calls.answerFollowed.path, nobody)),
    codeOf(await call(eve, 'answerFollowed', nobody)),
    ...[await as(eve), await as(eve, asked), await as(host)],
  ]).toEqual(['not-signed-in', 'other-household', 'not-found', 'not-found', 'not-found']);
  pass(app, 1);
  await mustRun(host, 'editFriend', renamed(ref, 'Sam'));
  expect(await as(home)).toBe('not-found');
  expect(await tripOf(families)).not.toHaveProperty('over');
});

test('the first word counts, one within ten seconds of it stands once that is taken back', async () => {
  const { app, families, start, startedAt } = await walking(followingFamilies);
  const { host, eve, ref, visit, id } = families;
  const other = { ...families, home: eve, id: await askToFollow(eve, await giveLink(host, ref, visit)) };
  await sayYes(host, other.id);
  const at = saidIn(await sayAs(families, { home: startedAt }))?.at ?? '';
  expect(codeOf(await sayAs(other, { takesBackHome: at }))).toBe('invalid-request');
  pass(app, 10);
  const second = { how: 'home', at: isoTime(app.clock.now()), by: other.id };
  await sayAs(other, { home: startedAt });
  await endTrip(families, start, 'host');
  expect((await tripOf(families))?.over).toEqual({ how: 'home', at, by: id, second });
  expect(JSON.stringify(await seenTrip(other))).not.toContain(id);
  await sayAs(families, { takesBackHome: at });
  expect((await tripOf(families))?.over).toEqual(second);
});

test('a link’s word is kept, ends the trip only if nobody follows, and is taken back by its time', async () => {
  for (const begin of [linkedVisit, followingFamilies]) {
    const { app, families, startedAt } = await walking<LinkedVisit>(begin);
    const isFollowed = 'home' in families;
    pass(app, 60);
    const at = isoTime(app.clock.now());
    const kept = { isHome: true, at };
    expect(saidIn(await sayByLink(families, { home: startedAt }))).toEqual(kept);
    expect(await tripOf(families)).toMatchObject({ link: { at } });
    pass(app, 4);
    await sayByLink(families, { home: startedAt });
    expect((await sayByLink(families, { code: 'thanks' })).status).toBe(200);
    expect((await shownBy(app.url, families.link)).trip).toMatchObject({ startedAt, said: kept });
    const trip = await tripOf(families);
    expect([trip?.link, trip?.over]).toEqual([{ at }, undefined]);
    if (isFollowed) {
      const { id } = families as FollowingFamilies;
      expect(await seenTrip(families as FollowingFamilies)).not.toHaveProperty('said');
      await sayAs(families as FollowingFamilies, { home: startedAt });
      expect((await tripOf(families))?.over).toMatchObject({ how: 'home', by: id });
      continue;
    }
    const another = { takesBackHome: isoTime(app.clock.now()) };
    expect(codeOf(await sayByLink(families, another))).toBe('invalid-request');
    expect(saidIn(await sayByLink(families, { takesBackHome: at }))).toBeUndefined();
    expect(await tripOf(families)).not.toHaveProperty('link');
    expect((await sayByLink(families, { home: startedAt })).status).toBe(200);
    app.clock.ahead += MINUTE_MS + 1;
    expect(codeOf(await sayByLink(families, { takesBackHome: (await tripOf(families))?.link?.at }))).toBe(
      'invalid-request',
    );
  }
});

test('words of a trip are counted like other answers', async () => {
  const { families, startedAt } = await walking(followingFamilies);
  for (let i = 0; i < 30; i += 1) await sayAs(families, { home: startedAt });
  expect((await sayAs(families, { home: startedAt })).status).toBe(429);
});

test('a home that asked before the start sees the trip once the host says yes', async () => {
  const { families, startedAt } = await walking(askingFamilies);
  expect(await seenTrip(families)).toBeUndefined();
  await sayYes(families.host, families.id);
  expect(await seenTrip(families)).toMatchObject({ startedAt });
});
