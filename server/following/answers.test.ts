import { expect, test } from 'vitest';
import type { Profile } from '#domain/documents.ts';
import { MAX_ASKING, MAX_FOLLOWERS } from '#domain/limits.ts';
import type { LinkAnswer } from '#domain/links/link-fields.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import type { LivePage } from '#domain/protocol/live.ts';
import { DAY_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import {
  askingFamilies,
  askToFollow,
  type FollowingFamilies,
  followersOf,
  followingFamilies,
  followsOf,
  householdOf,
  renamed,
  sayYes,
} from '#tests/support/people/following-families.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, linkedVisit, mustRun, visitOf } from '#tests/support/people/linked-visit.ts';
import { call, done, join } from '#tests/support/people/two-parents.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { type LiveStream, listen } from '#tests/support/server/live-stream.ts';

const app = shareApp();
const answer = ({ home, id }: FollowingFamilies, code: LinkAnswer['code'], until?: string) =>
  call(home, 'answerFollowed', {
    ...{ ...householdOf(home), id },
    answer: { code, ...(until !== undefined && { until }) },
  });

test('an answer stands in the visit as a reader’s, and the host replies to it', async () => {
  const families = await followingFamilies(app().url);
  const { host, home, ref, visit } = families;
  await mustRun(host, 'takeLinksBack', { ...ref, visit });
  const { cursor } = await host.sync();
  const until = isoTime(Date.now() + 30 * MINUTE_MS);
  const { status, body } = await answer(families, 'stay', until);
  const given = { code: 'stay', until, at: expect.any(String) };
  expect([status, body]).toMatchObject([200, { visitor: 'Ella', isOwn: false, answer: given }]);
  expect((await host.sync({ cursor })).changes).toMatchObject([{ document: { open: true, answer: given } }]);
  const answeredAt = (body as SharedVisit).answer?.at ?? '';
  await mustRun(host, 'replyToAnswer', { ...ref, visit, answeredAt, yes: true });
  expect((await followsOf(home))[0]?.visit).toMatchObject({
    expected: until,
    answer: { reply: { yes: true } },
  });
});

test('an answer is taken back, and goes when the links are taken back', async () => {
  const families = await followingFamilies(app().url);
  const { host, home, ref, visit, id } = families;
  const takesBack = ((await answer(families, 'on-my-way')).body as SharedVisit).answer?.at ?? '';
  const { body } = await call(home, 'answerFollowed', { ...householdOf(home), id, answer: { takesBack } });
  expect(body).toMatchObject({ answer: null });
  expect((await answer(families, 'on-my-way')).status).toBe(200);
  await mustRun(host, 'takeLinksBack', { ...ref, visit });
  expect((await visitOf(families)).answer).toBeUndefined();
});

test('answers are three seconds apart, thirty a visit and home, and a link has its own', async () => {
  const { url, clock } = await startApp({ isStill: true });
  const families = await followingFamilies(url);
  for (let i = 0; i < 30; i += 1) {
    expect([i, (await answer(families, i % 2 ? 'thanks' : 'on-my-way')).status]).toEqual([i, 200]);
    if (i === 0) expect((await answer(families, 'thanks')).headers.get('retry-after')).toBe('3');
    clock.ahead += 3000;
  }
  const { status, body } = await answer(families, 'thanks');
  expect([status, body]).toMatchObject([429, { error: { code: 'too-many-requests' } }]);
  const link = await giveLink(families.host, families.ref, families.visit);
  expect((await postJson(url, calls.answerVisit.path, { link, answer: { code: 'thanks' } })).status).toBe(
    200,
  );
});

test('nobody answers before the yes, nor what cannot be answered, and nothing changes', async () => {
  const [asked, agreed] = [await askingFamilies(app().url), await followingFamilies(app().url)];
  const past = isoTime(Date.now() - MINUTE_MS);
  expect(codeOf(await answer(asked, 'thanks'))).toBe('not-found');
  expect(codeOf(await answer(agreed, 'stay', past))).toBe('invalid-request');
  for (const families of [asked, agreed]) expect((await visitOf(families)).answer).toBeUndefined();
});

test('what ends between the look and the writing leaves no answer', async () => {
  const paused = { between: async () => {} };
  const { url } = await startApp({
    calls: (store) => ({
      async followsOf(home) {
        const found = await store.followsOf(home);
        await paused.between();
        return found;
      },
    }),
  });
  const ends: ((families: FollowingFamilies) => Promise<unknown>)[] = [
    ({ host, ref }) => mustRun(host, 'editFriend', renamed(ref, 'Sam')),
    ({ host, ref: { child, visitor: friend } }) => mustRun(host, 'deleteFriend', { child, friend }),
    ({ link }) => postJson(url, calls.refuseLinks.path, { link, remove: false }),
    ({ host }) => host.deleteAccount(),
  ];
  for (const end of ends) {
    const families = await followingFamilies(url);
    paused.between = () => end(families).then(() => undefined);
    expect(codeOf(await answer(families, 'thanks'))).toBe('not-found');
    paused.between = async () => {};
  }
});

test('questions take no place from a family that follows, and more than there may be are refused', async () => {
  const { url } = app();
  const { phone: host, link } = await linkedVisit(url);
  const asking = async () => askToFollow(await registerHousehold(url), link);
  const known = await asking();
  const strangers: string[] = [];
  while (strangers.length < MAX_ASKING - 1) strangers.push(await asking());
  const last = await registerHousehold(url);
  const more = () => call(last, 'askToFollow', { ...householdOf(last), link });
  expect(codeOf(await more())).toBe('follower-limit');
  for (const id of [known, ...strangers.slice(0, MAX_FOLLOWERS - 1)]) await sayYes(host, id);
  const beyond = { ...householdOf(host), id: strangers.at(-1) ?? '', yes: true };
  expect(codeOf(await call(host, 'answerFollower', beyond))).toBe('follower-limit');
  expect((await more()).status).toBe(409);
  await done(host, 'endFollowing', { ...householdOf(host), id: known });
  await done(host, 'answerFollower', beyond);
  const agreed = (await followersOf(host)).filter(({ agreedAt }) => agreedAt !== null);
  expect(agreed.map(({ id }) => id)).toEqual([...strangers.slice(0, MAX_FOLLOWERS - 1), beyond.id]);
});

test('a refused family sees nothing, cannot end it to ask anew, and asks again after a day', async () => {
  const { url, clock } = await startApp({ isStill: true });
  const { host, home, ref, visit, id } = await askingFamilies(url);
  host.now = clock.now;
  await done(host, 'answerFollower', { ...householdOf(host), id, yes: false });
  expect([await followersOf(host), await followsOf(home)]).toEqual([[], []]);
  for (const phone of [home, host])
    expect(codeOf(await call(phone, 'endFollowing', { ...householdOf(phone), id }))).toBe('not-found');
  expect(codeOf(await call(host, 'answerFollower', { ...householdOf(host), id, yes: true }))).toBe(
    'not-found',
  );
  clock.ahead += DAY_MS - 1000;
  const link = await giveLink(host, ref, visit);
  const early = await call(home, 'askToFollow', { ...householdOf(home), link });
  expect([codeOf(early), early.headers.get('retry-after')]).toEqual(['too-many-requests', '1']);
  clock.ahead += 1000;
  const again = await askToFollow(home, link);
  expect(await followersOf(host)).toMatchObject([{ id: again, agreedAt: null }]);
});

test('a host is shown the accounts of who asks, and when the link was made, as long as an answer is due', async () => {
  const { url, store } = app();
  const families = await askingFamilies(url);
  const { host, home, id } = families;
  const { links } = await visitOf(families);
  const { email, uid } = home.account;
  const [asked] = await followersOf(host);
  expect(asked).toMatchObject({ linkMadeAt: links?.[0]?.madeAt, accounts: [{ email, isVerified: false }] });
  expect(Date.parse(asked?.accounts?.[0]?.since ?? '')).toBeLessThanOrEqual(Date.parse(asked?.askedAt ?? ''));
  await store.verifyEmail(uid, email, asked?.askedAt ?? '');
  expect((await followersOf(host))[0]?.accounts).toMatchObject([{ email, isVerified: true }]);
  await sayYes(host, id);
  expect(JSON.stringify(await followersOf(host))).not.toContain(email);
});

test('open pages of both families hear of a question, a yes, a check-out and an end, and not of what', async () => {
  const { url } = app();
  const { phone: host, ref, link } = await linkedVisit(url);
  const home = await registerHousehold(url, 'Berg');
  const bo = await join(home, await registerHousehold(url, 'Ek'));
  const streams = await Promise.all(
    [host, home, bo].map(async (phone) =>
      listen(url, { cookie: phone.cookie, cursor: (await phone.sync()).cursor }),
    ),
  );
  const changes = (stream: LiveStream) =>
    stream.heard.flatMap(({ name, data }) => (name === 'changes' ? (data as LivePage).changes : []));
  const times = (stream: LiveStream) =>
    new Set(changes(stream).flatMap(({ document }) => (document as Profile).followingAt ?? [])).size;
  const hear = (count: number, of = streams) => until(() => of.every((stream) => times(stream) >= count));
  const id = await askToFollow(home, link);
  await hear(1);
  await sayYes(host, id);
  await hear(2);
  await mustRun(host, 'checkOut', ref);
  await hear(3, streams.slice(1));
  await done(host, 'endFollowing', { ...householdOf(host), id });
  await hear(3);
  await hear(4, streams.slice(1));
  const heard = JSON.stringify(streams.slice(1).map(changes));
  for (const theirs of ['Ella', 'Kim', id, host.account.household]) expect(heard).not.toContain(theirs);
  for (const stream of streams) stream.close();
});
