import { expect, test } from 'vitest';
import type { ReaderAnswer } from '#domain/links/fields.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import {
  askingFamilies,
  type FollowingFamilies,
  followedBy,
  followingFamilies,
  householdOf,
  renamed,
} from '#tests/support/people/following-families.ts';
import { giveLink, mustRun, visitOf } from '#tests/support/people/linked-visit.ts';
import { call } from '#tests/support/people/two-parents.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';

const app = shareApp();
const answer = ({ home, id }: FollowingFamilies, code: ReaderAnswer['code'], until?: string) =>
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
  const answeredAt = (body as ShownVisit).answer?.at ?? '';
  await mustRun(host, 'replyToAnswer', { ...ref, visit, answeredAt, yes: true });
  expect((await followedBy(home))[0]?.visit).toMatchObject({
    expected: until,
    answer: { reply: { yes: true } },
  });
});

test('an answer is taken back, and goes when the links are taken back', async () => {
  const families = await followingFamilies(app().url);
  const { host, home, ref, visit, id } = families;
  const takesBack = ((await answer(families, 'on-my-way')).body as ShownVisit).answer?.at ?? '';
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
    change: ({ store }) => ({
      store: {
        ...store,
        async followed(home, id) {
          const found = await store.followed(home, id);
          await paused.between();
          return found;
        },
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
