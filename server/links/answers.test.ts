import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { gate } from '#tests/support/gate.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  linkedVisit,
  linkTo,
  mustRun,
  newLink,
  shownBy,
  visitOf,
} from '#tests/support/people/linked-visit.ts';
import { type AppUnderTest, shareApp, startApp, temporaryFolder, until } from '#tests/support/server/app.ts';
import { type Answer, codeOf, postJson } from '#tests/support/server/http.ts';

const HALF_HOUR = 1_800_000;
const app = shareApp();

function answerVisit(url: string, link: string, code: string, until?: string, cookie = ''): Promise<Answer> {
  const answer = { code, ...(until === undefined ? {} : { until }) };
  return postJson(url, calls.answerVisit.path, { link, answer }, { cookie });
}

const takeBack = (url: string, link: string, takesBack: string, cookie = '') =>
  postJson(url, calls.answerVisit.path, { link, answer: { takesBack } }, { cookie });

const later = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Lets so many seconds pass between two answers. */
const pass = ({ clock }: AppUnderTest, seconds: number) => {
  clock.ahead += seconds * 1000;
};

test('an answer stands in the visit, is told back, and is heard of by the feed', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const { cursor } = await linked.phone.sync();
  const { status, body } = await answerVisit(url, linked.link, 'on-my-way');
  const answer = { code: 'on-my-way', at: expect.any(String) };
  expect([status, body]).toEqual([200, expect.objectContaining({ visitor: 'Ella', isOwn: false, answer })]);
  const { changes } = await linked.phone.sync({ cursor });
  expect(changes).toMatchObject([{ document: { answer, open: true } }]);
  expect(await shownBy(url, linked.link)).toMatchObject({ answer });
});

test('the latest answer replaces the one before, and the host replies to a wish to stay', async () => {
  const one = await startApp();
  const linked = await linkedVisit(one.url);
  const { phone, ref, visit, link } = linked;
  await answerVisit(one.url, link, 'on-my-way');
  pass(one, 3);
  const until = later(HALF_HOUR);
  await answerVisit(one.url, link, 'stay', until);
  const { answer } = await visitOf(linked);
  const replaced = { code: 'on-my-way', at: expect.any(String) };
  expect(answer).toEqual({ code: 'stay', until, at: expect.any(String), replaced });
  await mustRun(phone, 'replyToAnswer', { ...ref, visit, answeredAt: answer?.at ?? '', yes: true });
  expect(await shownBy(one.url, link)).toMatchObject({ expected: until, answer: { reply: { yes: true } } });
});

test('an answer is taken back at once, and no longer once the host has replied to it', async () => {
  const one = await startApp({ isStill: true });
  const linked = await linkedVisit(one.url);
  const { phone, ref, visit, link } = linked;
  expect(codeOf(await takeBack(one.url, link, isoTime(one.clock.now())))).toBe('invalid-request');
  await answerVisit(one.url, link, 'on-my-way');
  const given = (await visitOf(linked)).answer?.at ?? '';
  // Nobody, and another family.
  const other = await linkedVisit(one.url);
  expect((await takeBack(one.url, newLink(), given)).status).toBe(410);
  expect((await takeBack(one.url, other.link, given, other.phone.cookie)).status).toBe(400);
  const { cursor } = await phone.sync();
  const { status, body } = await takeBack(one.url, link, given);
  expect([status, body]).toMatchObject([200, { answer: null }]);
  expect((await phone.sync({ cursor })).changes).toMatchObject([{ document: { open: true } }]);
  expect((await visitOf(linked)).answer).toBeUndefined();
  await answerVisit(one.url, link, 'stay', later(HALF_HOUR));
  const { answer } = await visitOf(linked);
  await mustRun(phone, 'replyToAnswer', { ...ref, visit, answeredAt: answer?.at ?? '', yes: true });
  expect((await takeBack(one.url, link, answer?.at ?? '')).status).toBe(400);
  expect(await shownBy(one.url, link)).toMatchObject({ answer: { reply: { yes: true } } });
});

test('who takes an answer back takes no other, and the question before it is open again', async () => {
  const one = await startApp();
  const linked = await linkedVisit(one.url);
  const { phone, ref, visit, link } = linked;
  const until = later(HALF_HOUR);
  await answerVisit(one.url, link, 'stay', until);
  const asked = (await shownBy(one.url, link)).answer;
  pass(one, 3);
  const slip = (await answerVisit(one.url, link, 'on-my-way')).body as ShownVisit;
  // Both answers are stored, and both are told.
  const stored = await postJson(one.url, calls.storedByLink.path, { link });
  expect(stored.body).toMatchObject({ visit: { answer: { code: 'on-my-way' } }, replaced: asked });
  // Whoever is late means another answer than the one that stands by now.
  const late = await takeBack(one.url, link, asked?.at ?? '');
  expect([late.status, codeOf(late)]).toEqual([400, 'invalid-request']);
  expect((await shownBy(one.url, link)).answer).toEqual(slip.answer);
  const { body } = await takeBack(one.url, link, slip.answer?.at ?? '');
  expect(body).toMatchObject({ answer: asked });
  await mustRun(phone, 'replyToAnswer', { ...ref, visit, answeredAt: asked?.at ?? '', yes: true });
  expect(await shownBy(one.url, link)).toMatchObject({ expected: until, answer: { reply: { yes: true } } });
});

test('answers of a visit are three seconds apart, and one that comes too soon is told to wait', async () => {
  // A second later the answer would be told to wait two.
  const one = await startApp({ isStill: true });
  const { link } = await linkedVisit(one.url);
  await answerVisit(one.url, link, 'on-my-way');
  const soon = await answerVisit(one.url, link, 'thanks');
  expect([soon.status, codeOf(soon), soon.headers.get('retry-after')]).toEqual([
    429,
    'too-many-requests',
    '3',
  ]);
  expect((await shownBy(one.url, link)).answer?.code).toBe('on-my-way');
  pass(one, 3);
  expect((await answerVisit(one.url, link, 'thanks')).status).toBe(200);
});

test('an answer that cannot be given is refused and changes nothing', async () => {
  const { url } = app();
  const { phone, ref, link } = await linkedVisit(url);
  const { cursor } = await phone.sync();
  const given = [
    ['stay', undefined],
    ['stay', later(-1000)],
    ['stay', later(8 * HALF_HOUR)],
    ['stay', 'tomorrow'],
    ['come-home', undefined],
    ['', undefined],
  ] as const;
  for (const [code, until] of given)
    expect([code, codeOf(await answerVisit(url, link, code, until))]).toEqual([code, 'invalid-request']);
  expect((await phone.sync({ cursor })).changes).toEqual([]);
  await mustRun(phone, 'checkOut', ref);
  expect((await answerVisit(url, link, 'on-my-way')).status).toBe(400);
  expect((await answerVisit(url, link, 'thanks')).status).toBe(200);
});

test('whoever has no link, or one to another visit, answers that one alone', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const other = await linkTo(linked.phone, await linked.phone.addFriend(linked.ref.child, 'Sam'));
  const { cookie } = await registerHousehold(url);
  const { status } = await answerVisit(url, newLink(), 'thanks', undefined, cookie);
  expect(status).toBe(410);
  expect((await answerVisit(url, other.link, 'on-my-way', undefined, cookie)).body).toMatchObject({
    visitor: 'Sam',
  });
  expect((await visitOf(linked)).answer).toBeUndefined();
  expect((await visitOf(other)).answer).toMatchObject({ code: 'on-my-way' });
});

test('a link takes thirty answers in all, also across a restart; other links go on', async () => {
  const dataDir = temporaryFolder();
  const one = await startApp({ dataDir });
  const { phone, ref, link } = await linkedVisit(one.url);
  for (let i = 0; i < 30; i += 1) {
    pass(one, 3);
    expect((await answerVisit(one.url, link, i % 2 ? 'thanks' : 'on-my-way')).status).toBe(200);
  }
  pass(one, 3);
  expect((await answerVisit(one.url, link, 'thanks')).status).toBe(429);
  const { ahead } = one.clock;
  await one.stop();
  const again = await startApp({ dataDir });
  again.clock.ahead = ahead + 36_000_000;
  const refused = await answerVisit(again.url, link, 'on-my-way');
  expect([refused.status, codeOf(refused)]).toEqual([429, 'too-many-requests']);
  phone.url = again.url;
  const sam = await linkTo(phone, await phone.addFriend(ref.child, 'Sam'));
  expect((await answerVisit(again.url, sam.link, 'thanks')).status).toBe(200);
});

test('looks, and answers that are refused, lock no household; openings at once lock it once', async () => {
  const { passed, open } = gate();
  let [locks, looks, isHeld] = [0, 0, false];
  // After three seconds the second answer would be taken.
  const { url } = await startApp({
    isStill: true,
    change: ({ store }) => ({
      store: {
        ...store,
        async linked(hash) {
          const found = await store.linked(hash);
          looks += 1;
          return found;
        },
        async transact(household, work) {
          locks += 1;
          if (isHeld) await passed;
          return store.transact(household, work);
        },
      },
    }),
  });
  const { link } = await linkedVisit(url);
  await answerVisit(url, link, 'on-my-way');
  locks = 0;
  for (let i = 0; i < 5; i += 1) {
    await shownBy(url, link);
    await answerVisit(url, link, 'thanks');
    await answerVisit(url, link, 'stay', later(-HALF_HOUR));
    await postJson(url, calls.storedByLink.path, { link });
  }
  expect(locks).toBe(0);
  [looks, isHeld] = [0, true];
  const see = () => postJson(url, calls.seeVisit.path, { link, shown: true });
  const openings = Promise.all(Array.from({ length: 8 }, see));
  await until(() => looks === 8);
  open();
  await openings;
  await see();
  expect(locks).toBe(1);
});
