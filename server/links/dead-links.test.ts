import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { LINK_LIFE_MS } from '#domain/limits.ts';
import { calls } from '#domain/protocol/calls.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { askEveryWay } from '#tests/support/people/every-way.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import {
  type LinkedVisit,
  linkedVisit,
  mustRun,
  newLink,
  seeVisit,
  shownBy,
  visitOf,
} from '#tests/support/people/linked-visit.ts';
import { type AppUnderTest, shareApp, startApp } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';
import { stripOldLinks } from '../retention/strip-links.ts';

const SECOND = 1000;

/** Numbers that whoever hosts refuses, in the apps of these tests. */
const refusedNumbers = new Set<string>();
const shared = shareApp({ change: () => ({ isNumberRefused: (phone) => refusedNumbers.has(phone) }) });
afterEach(() => {
  refusedNumbers.clear();
  // The address may miss thirty times again.
  shared().clock.ahead += 10 * MINUTE_MS;
});

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

const ENDS: Record<string, (linked: LinkedVisit) => Promise<unknown>> = {
  'was taken back': ({ phone, ref, visit }) => mustRun(phone, 'takeLinksBack', { ...ref, visit }),
  'was refused by the other family': ({ phone, link }) =>
    postJson(phone.url, calls.refuseLinks.path, { link, remove: false }),
  'leads to a number that is refused': async () => refusedNumbers.add('+46701234567'),
  'leads to a visit whose check-in was undone': ({ phone, ref, visit }) =>
    mustRun(phone, 'undo', { ...ref, visit, undoes: visit }),
  'leads to a removed visit': async ({ phone, ref, visit }) => {
    await mustRun(phone, 'checkOut', ref);
    await mustRun(phone, 'deleteVisit', { ...ref, visit });
  },
  'leads to a removed friend': ({ phone, ref }) => mustRun(phone, 'deleteFriend', friendOf(ref)),
  'leads to a removed child': ({ phone, ref: { child } }) => mustRun(phone, 'deleteChild', { child }),
  'leads to a deleted account': ({ phone }) => phone.deleteAccount(),
};

const friendOf = ({ child, visitor }: LinkedVisit['ref']) => ({ child, friend: visitor });

test.each(Object.entries(ENDS))('a link that %s answers as an unknown one', async (_what, end) => {
  const { url } = shared();
  const linked = await linkedVisit(url);
  await shownBy(url, linked.link);
  await end(linked);
  expect(await answersTo(url, linked.link)).toEqual(dead);
});

test.each([
  ['unknown', newLink()],
  ['too long', 'x'.repeat(60_000)],
  ['no text of ours', '../../å\0 {"link":1}'],
])('a link that is %s answers with the same words', async (_what, link) => {
  expect(await answersTo(shared().url, link)).toEqual(dead);
});

test('a link lives for 72 hours after it was made, to the second', async () => {
  const app = await startApp({ isStill: true });
  const linked = await linkedVisit(app.url);
  const madeAt = Date.parse((await visitOf(linked)).links?.[0]?.madeAt ?? '');
  app.clock.ahead += madeAt + 72 * HOUR_MS - SECOND - app.clock.now();
  await shownBy(app.url, linked.link);
  app.clock.ahead += 2 * SECOND;
  expect(await answersTo(app.url, linked.link)).toEqual(dead);
});

test('a number that is refused no more has its links back', async () => {
  const { url } = shared();
  const { link } = await linkedVisit(url);
  refusedNumbers.add('+46701234567');
  expect((await seeVisit(url, link)).status).toBe(410);
  refusedNumbers.clear();
  expect((await seeVisit(url, link)).status).toBe(200);
});

/** Starts an app in which something happens between the look at a link and whatever follows. */
async function startWithPause() {
  const paused = { between: async () => {} };
  const app = await startApp({
    calls: (store) => ({
      async linked(hash) {
        const found = await store.linked(hash);
        await paused.between();
        return found;
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

const hashOf = (link: string) => createHash('sha256').update(link).digest('base64url');

/** Lets links end as the retention worker ends them. */
async function letEnd({ store, clock }: AppUnderTest, ms: number): Promise<void> {
  clock.ahead += ms;
  await stripOldLinks({ store, now: clock.now });
}

const GIVEN_AGAIN: Record<string, (linked: LinkedVisit, app: AppUnderTest) => Promise<unknown>> = {
  'is open': async () => undefined,
  'was taken back': ({ phone, ref, visit }) => mustRun(phone, 'takeLinksBack', { ...ref, visit }),
  'is over': (_linked, app) => letEnd(app, LINK_LIFE_MS + 60_000),
  'is of a deleted family': ({ phone }) => phone.deleteAccount(),
};

/** Checks a friend of this family in, and gives the visit a link by somebody else's hash. */
async function giveAgain(eve: HouseholdOnPhone, link: string) {
  const ref = await eve.addFriend(await eve.addChild('Max'), 'Ivan');
  const arrival = eve.op('checkIn', ref);
  await eve.sync({ ops: [arrival, eve.op('giveLink', { ...ref, visit: arrival.op, hash: hashOf(link) })] });
}

test.each(Object.entries(GIVEN_AGAIN))(
  'a link that %s shows no visit of somebody who saw its secret',
  async (name, end) => {
    const app = await startApp();
    const linked = await linkedVisit(app.url);
    await end(linked, app);
    const eve = await registerHousehold(app.url, 'Holm');
    eve.now = app.clock.now;
    await giveAgain(eve, linked.link);
    const { status, body } = await seeVisit(app.url, linked.link);
    if (name === 'is open') expect(body).toMatchObject({ visitor: 'Ella', child: 'Kim' });
    else expect([status, JSON.stringify(body)]).toEqual([410, expect.not.stringContaining('Ivan')]);
  },
);
