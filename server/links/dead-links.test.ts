import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { askEveryWay } from '#tests/support/people/every-way.ts';
import {
  type LinkedVisit,
  linkedVisit,
  mustRun,
  newLink,
  seeVisit,
  shownBy,
  visitOf,
} from '#tests/support/people/linked-visit.ts';
import { type AppUnderTest, startApp } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';

const HOUR = 3_600_000;
const SECOND = 1000;

/** Numbers that whoever hosts refuses, in the apps of these tests. */
const refusedNumbers = new Set<string>();
const start = () => startApp({ change: () => ({ isNumberRefused: (phone) => refusedNumbers.has(phone) }) });

/** Returns the replies to whoever asks in any way; all of them have to be the same words. */
async function answersTo(url: string, link: string): Promise<unknown[]> {
  return (await askEveryWay(url, link)).map(({ status, body }) => [status, body]);
}

const dead = Array.from({ length: 6 }, () => [
  410,
  {
    error: {
      code: 'link-expired',
      message: 'The link opens nothing: it was used already, is too old, or is not one of this server.',
    },
  },
]);

const ENDS: [string, (linked: LinkedVisit, app: AppUnderTest) => Promise<unknown>][] = [
  ['was taken back', ({ phone, ref, visit }) => mustRun(phone, 'takeLinksBack', { ...ref, visit })],
  [
    'was refused by the other family',
    ({ phone, link }) => postJson(phone.url, calls.refuseLinks.path, { link, remove: false }),
  ],
  ['leads to a number that is refused', async () => refusedNumbers.add('+46701234567')],
  [
    'leads to a visit whose check-in was undone',
    ({ phone, ref, visit }) => mustRun(phone, 'undo', { ...ref, visit, undoes: visit }),
  ],
  [
    'leads to a removed visit',
    async ({ phone, ref, visit }) => {
      await mustRun(phone, 'checkOut', ref);
      await mustRun(phone, 'deleteVisit', { ...ref, visit });
    },
  ],
  ['leads to a removed friend', ({ phone, ref }) => mustRun(phone, 'deleteFriend', friendOf(ref))],
  ['leads to a removed child', ({ phone, ref: { child } }) => mustRun(phone, 'deleteChild', { child })],
  ['leads to a deleted account', ({ phone }) => phone.deleteAccount()],
];

const friendOf = ({ child, visitor }: LinkedVisit['ref']) => ({ child, friend: visitor });

test.each(ENDS)('a link that %s answers as an unknown one', async (_what, end) => {
  refusedNumbers.clear();
  const app = await start();
  const linked = await linkedVisit(app.url);
  await shownBy(app.url, linked.link);
  await end(linked, app);
  expect(await answersTo(app.url, linked.link)).toEqual(dead);
});

test.each([
  ['unknown', newLink()],
  ['empty', ''],
  ['too short', newLink().slice(1)],
  ['too long', 'x'.repeat(60_000)],
  ['no text of ours', '../../å\0 {"link":1}'],
])('a link that is %s answers with the same words', async (_what, link) => {
  const app = await start();
  await linkedVisit(app.url);
  expect(await answersTo(app.url, link)).toEqual(dead);
});

test('a link lives for 72 hours after it was made, to the second', async () => {
  const app = await startApp({ isStill: true });
  const linked = await linkedVisit(app.url);
  const madeAt = Date.parse((await visitOf(linked)).links?.[0]?.madeAt ?? '');
  await comesToEnd(app, linked.link, madeAt + 72 * HOUR);
});

test('a link lives for 6 hours after the check-out reached the server, to the second', async () => {
  const app = await startApp({ isStill: true });
  const { phone, ref, visit, link } = await linkedVisit(app.url);
  app.clock.ahead = 7 * HOUR;
  phone.now = app.clock.now;
  const tappedAt = phone.now() - 6 * HOUR;
  // Tapped without a network, sent six hours later: the other family must still see it.
  await mustRun(phone, 'checkOut', ref, { tappedAt });
  const { left } = await visitOf({ phone, ref, visit, link });
  expect(Date.parse(left?.receivedAt ?? '') - Date.parse(left?.at ?? '')).toBeGreaterThan(5 * HOUR);
  await comesToEnd(app, link, Date.parse(left?.receivedAt ?? '') + 6 * HOUR);
});

async function comesToEnd(app: AppUnderTest, link: string, end: number): Promise<void> {
  const at = (time: number) => {
    app.clock.ahead += time - app.clock.now();
  };
  at(end - SECOND);
  await shownBy(app.url, link);
  at(end + SECOND);
  expect(await answersTo(app.url, link)).toEqual(dead);
}

test('a number that is refused no more has its links back', async () => {
  const app = await start();
  const { link } = await linkedVisit(app.url);
  refusedNumbers.clear();
  refusedNumbers.add('+46701234567');
  expect((await seeVisit(app.url, link)).status).toBe(410);
  refusedNumbers.clear();
  expect((await seeVisit(app.url, link)).status).toBe(200);
});

/** Starts an app in which something happens between the look at a link and whatever follows. */
async function startWithPause() {
  const paused = { between: async () => {} };
  const app = await startApp({
    change: ({ store }) => ({
      store: {
        ...store,
        async linked(hash) {
          const found = await store.linked(hash);
          await paused.between();
          return found;
        },
      },
    }),
  });
  return { app, paused };
}

test('a link that ends between the look and the writing changes nothing', async () => {
  const { app, paused } = await startWithPause();
  const writes = [
    (link: string) => seeVisit(app.url, link, { shown: true }),
    (link: string) => postJson(app.url, calls.answerVisit.path, { link, answer: { code: 'thanks' } }),
    (link: string) => postJson(app.url, calls.refuseLinks.path, { link, remove: true }),
  ];
  for (const write of writes) {
    const { phone, ref, visit, link } = await linkedVisit(app.url);
    let after = 0;
    paused.between = async () => {
      paused.between = async () => {};
      await mustRun(phone, 'takeLinksBack', { ...ref, visit });
      after = (await phone.sync()).cursor;
    };
    expect((await write(link)).status).toBe(410);
    expect((await phone.sync()).cursor).toBe(after);
  }
});

test('an account that is deleted between the look and the writing leaves a dead link', async () => {
  const { app, paused } = await startWithPause();
  const { phone, link } = await linkedVisit(app.url);
  paused.between = async () => void (await phone.deleteAccount());
  const { status, body } = await seeVisit(app.url, link, { shown: true });
  expect([status, body]).toEqual(dead[0]);
});
