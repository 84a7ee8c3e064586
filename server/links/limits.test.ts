import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { gate } from '#tests/support/gate.ts';
import { PASSWORD } from '#tests/support/people/household.ts';
import { linkedVisit, linkTo, newLink, seeVisit, shownBy } from '#tests/support/people/linked-visit.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';
import { listenToVisit } from '#tests/support/server/live-stream.ts';
import { FairShare } from '../load-limits/fair-share.ts';
import { LinkGate } from './link-handlers.ts';

const behindProxy = { env: { TRUST_PROXY: '1', SIGN_INS_PER_HOUR: '20' } };
const missFrom = (url: string, address: string) =>
  postJson(url, calls.seeVisit.path, { link: newLink(), shown: true }, { 'x-forwarded-for': address });

/** Asks for unknown links, until one is refused. Returns how many were answered. */
async function missesOf(url: string, address: string): Promise<number> {
  for (let missed = 0; ; missed += 1) {
    const { status, headers } = await missFrom(url, address);
    if (status === 410) continue;
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(20);
    return missed;
  }
}

test('an address misses thirty times at once, then once each 20 seconds, in whatever way it asks', async () => {
  const app = await startApp({ ...behindProxy, isStill: true });
  expect(await missesOf(app.url, '203.0.113.7')).toBe(30);
  for (const name of ['answerVisit', 'storedByLink', 'refuseLinks'] as const) {
    const message = { link: newLink(), remove: true, answer: { code: 'thanks' } };
    const address = { 'x-forwarded-for': '203.0.113.7' };
    expect([name, (await postJson(app.url, calls[name].path, message, address)).status]).toEqual([name, 429]);
  }
  expect((await listenToVisit(app.url, newLink(), { 'x-forwarded-for': '203.0.113.7' })).status).toBe(429);
  app.clock.ahead += 20_000;
  expect(await missesOf(app.url, '203.0.113.7')).toBe(1);
  expect((await missFrom(app.url, '203.0.113.8')).status).toBe(410);
});

test('an address that missed too often still opens links that live, and signs in', async () => {
  const { url } = await startApp(behindProxy);
  const { phone, link } = await linkedVisit(url);
  const address = '203.0.113.7';
  await missesOf(url, address);
  const headers = { 'x-forwarded-for': address };
  const look = () => postJson(url, calls.seeVisit.path, { link, shown: true }, headers);
  const { email } = phone.account;
  const logIn = (password: string) => postJson(url, calls.logIn.path, { email, password }, headers);
  expect((await look()).status).toBe(200);
  expect((await logIn(PASSWORD)).status).toBe(200);
  // Nor do its sign-ins, once they are used up, keep it from the link.
  for (let i = 0; i < 20; i += 1) await logIn('gissning');
  expect((await logIn(PASSWORD)).status).toBe(429);
  expect((await look()).status).toBe(200);
});

test('eight requests with one link are answered at once; another link has places of its own', async () => {
  const { passed, open } = gate();
  let waiting = 0;
  let isHeld = false;
  const { url } = await startApp({
    calls: (store) => ({
      async linked(hash) {
        if (isHeld) {
          waiting += 1;
          await passed;
        }
        return store.linked(hash);
      },
    }),
  });
  const { phone, ref, link } = await linkedVisit(url);
  const sam = await linkTo(phone, await phone.addFriend(ref.child, 'Sam'));
  isHeld = true;
  const held = Array.from({ length: 8 }, () => seeVisit(url, link));
  await until(() => waiting === 8);
  expect((await seeVisit(url, link)).status).toBe(429);
  isHeld = false;
  expect(await shownBy(url, sam.link)).toMatchObject({ visitor: 'Sam' });
  open();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200));
  expect((await seeVisit(url, link)).status).toBe(200);
});

test('readers who use up their share of the server make the taps of the household wait for nothing', async () => {
  const clock = { now: 0 };
  const { url } = await startApp({
    env: { OPS_PER_MINUTE: '600' },
    change: () => ({ monotonicNow: () => clock.now }),
  });
  const { phone, ref, link } = await linkedVisit(url);
  // A share at once is the work of two seconds: 400 looks; those beyond it wait.
  const looks: Promise<unknown>[] = [];
  for (let asked = 0; asked < 404; asked += 4) {
    const four = Promise.all([1, 2, 3, 4].map(() => seeVisit(url, link)));
    looks.push(four);
    if (asked < 400) await four;
  }
  let isAnswered = false;
  const waiting = seeVisit(url, link).finally(() => {
    isAnswered = true;
  });
  const tap = phone.run('checkOut', ref);
  expect(await Promise.race([tap, pause(20_000)])).toMatchObject({ result: 'done' });
  expect(isAnswered).toBe(false);
  clock.now += 60_000;
  expect((await waiting).status).toBe(200);
  await Promise.all([...looks, tap]);
});

/** One request of the crowded household uses up its share; a wait only adds to `waited`, in ms. */
async function gateWithCrowd() {
  const { url, store, clock } = await startApp();
  const [crowded, other] = [await linkedVisit(url), await linkedVisit(url)];
  const waited = { ms: 0 };
  const fairShare = new FairShare(
    { opsPerMinute: 600 },
    () => waited.ms,
    async (ms) => {
      waited.ms += ms;
    },
  );
  const waitTurn: FairShare['waitTurn'] = (readers, _work, isAborted) =>
    fairShare.waitTurn(readers, 20_100, isAborted);
  const limits = { fairShare: { from: () => ({ waitTurn }) } };
  const context = { store, now: clock.now, e164: () => undefined, limits };
  const links = new LinkGate(context as never);
  const enter = ({ link }: { link: string }, isAborted = false) =>
    links.enterStream(link, {} as never, { raw: { destroyed: isAborted } } as never);
  await enter(crowded);
  return { enter, crowded, other, waited };
}

test('readers who use up the share of one household do not slow those of another', async () => {
  const { enter, crowded, other, waited } = await gateWithCrowd();
  await enter(other);
  expect(waited.ms).toBe(0);
  await enter(crowded);
  expect(waited.ms).toBe(10);
});

test('a reader who leaves while waiting does not count', async () => {
  const { enter, crowded, waited } = await gateWithCrowd();
  await expect(enter(crowded, true)).rejects.toMatchObject({ code: 'unavailable' });
  await enter(crowded);
  expect(waited.ms).toBe(10);
});
