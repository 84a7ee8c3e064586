import { expect, test } from 'vitest';
import { calls, EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { linkedVisit } from '#tests/support/people/linked-visit.ts';
import { type AppUnderTest, startApp } from '#tests/support/server/app.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { securityLines } from '#tests/support/server/security-lines.ts';

/** A limit: so many uses at once, and one more after each interval (ms). */
interface Row {
  burst: number;
  interval: number;
  env?: Record<string, string>;
  /** Returns the use of the limit, which resolves to true if it was let through. */
  prepare: (app: AppUnderTest) => Promise<() => Promise<boolean>>;
}

const LIMITS: Record<string, Row> = {
  'wrong passwords for an account': {
    ...{ burst: 10, interval: MINUTE_MS },
    prepare: async ({ url }) => {
      const message = { email: `${newId()}@example.org`, password: 'gissning' };
      return async () => (await postJson(url, calls.logIn.path, message)).status === 401;
    },
  },
  'the taps of a household in a minute': {
    ...{ burst: 10, interval: 6000, env: { OPS_PER_MINUTE: '100', OPS_PER_DAY: '400' } },
    prepare: async ({ url }) => {
      const phone = await registerHousehold(url);
      const ops = () => Array.from({ length: 10 }, () => phone.op('deleteChild', { child: newId() }));
      return async () => (await phone.trySync({ ops: ops() })).status === 200;
    },
  },
  'the notices of a household to one number': {
    ...{ burst: 3, interval: DAY_MS / 3, env: { NOTICES_PER_DAY: '30', NOTICE_HOLD_SECONDS: '3600' } },
    prepare: async ({ url, store }) => {
      const phone = await registerHousehold(url);
      const child = await phone.addChild();
      return async () => {
        const { op } = await phone.run('checkIn', await phone.addFriend(child));
        const waiting = await store.waitingNotices(phone.account.household);
        return waiting.some(({ notice }) => notice.about === op);
      };
    },
  },
  'the files of a household': {
    ...{ burst: 10, interval: HOUR_MS / 10, env: { OPS_PER_MINUTE: '600' } },
    prepare: async ({ url }) => {
      const { cookie } = await registerHousehold(url);
      return async () => (await get(url, EXPORT_PATHS.visits, { cookie })).status === 200;
    },
  },
  'the answers through a link': {
    ...{ burst: 1, interval: 3000 },
    prepare: async ({ url }) => {
      const { link } = await linkedVisit(url);
      const message = { link, answer: { code: 'thanks' } };
      return async () => (await postJson(url, calls.answerVisit.path, message)).status === 200;
    },
  },
  'the lines about an address that goes on being refused': {
    ...{ burst: 1, interval: MINUTE_MS },
    prepare: async (app) => {
      const message = { email: 'ingen@example.org', password: 'gissning' };
      const lines = () => securityLines(app).filter(({ outcome }) => outcome === 'refused').length;
      return async () => {
        const before = lines();
        await postJson(app.url, calls.logIn.path, message, { origin: 'https://elsewhere.example' });
        await new Promise((resolve) => setTimeout(resolve, 20));
        return lines() > before;
      };
    },
  },
};

async function usesAtOnce(use: () => Promise<boolean>): Promise<number> {
  for (let used = 0; used < 100; used += 1) if (!(await use())) return used;
  return Number.POSITIVE_INFINITY;
}

const JUMPS = [-2 * DAY_MS, -HOUR_MS, -5 * MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, 2 * DAY_MS];

test.each(Object.entries(LIMITS))(
  'a clock that is set lengthens no wait, and gives one burst at most: %s',
  async (_name, { burst, interval, env = {}, prepare }) => {
    const app = await startApp({ isStill: true, env });
    for (const jump of JUMPS) {
      const use = await prepare(app);
      expect([jump, await usesAtOnce(use)]).toEqual([jump, burst]);
      app.clock.set += jump;
      expect(await usesAtOnce(use)).toBeLessThanOrEqual(burst);
      app.clock.ahead += burst * interval;
      expect([jump, await use()]).toEqual([jump, true]);
      app.clock.ahead += 2 * DAY_MS;
    }
  },
);
