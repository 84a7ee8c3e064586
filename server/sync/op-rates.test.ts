import { expect, test } from 'vitest';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import { OPS_PER_REQUEST } from '#domain/protocol/sync.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { StoreUnavailable } from '#server/store/ports/store.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';

/** The time that a whole minute's share of some ops takes, rounded up to seconds. */
const minutes = (ops: number, perMinute: number) => Math.ceil((ops / perMinute) * 60);

/** A request of ops that change nothing but count. */
function someOps(phone: HouseholdOnPhone, many = OPS_PER_REQUEST) {
  return Array.from({ length: many }, () => phone.op('deleteChild', { child: newId() }));
}

/** Sends full requests until one is not answered with 200. Returns their number and that answer. */
async function untilLimited(phone: HouseholdOnPhone) {
  for (let sent = 0; sent < 100; sent += 1) {
    const answer = await phone.trySync({ ops: someOps(phone) });
    if (answer.status !== 200) return { sent, answer };
  }
  throw new Error('no request was refused');
}

// docs/sync.md: OP8
test('a backlog is taken at once, then the minute’s share; more waits with nothing applied or refused', async () => {
  const app = await startApp({ isStill: true, env: { OPS_PER_MINUTE: '200', OPS_PER_DAY: '4000' } });
  const [phone, other] = [await registerHousehold(app.url), await registerHousehold(app.url, 'Nguyen')];
  const { sent, answer } = await untilLimited(phone);
  expect(sent).toBe(10);
  expect([answer.status, codeOf(answer)]).toEqual([429, 'too-many-requests']);
  const wait = Number(answer.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(minutes(OPS_PER_REQUEST, 200));
  expect(answer.body).toMatchObject({ error: { retryAfter: wait } });

  const before = await phone.documents();
  const child = { child: newId(), name: 'Kim', birthDate: '2018-05-04' };
  const batch = [phone.op('addChild', child), ...someOps(phone, OPS_PER_REQUEST - 1)];
  expect((await phone.trySync({ ops: batch })).status).toBe(429);
  expect(await phone.documents()).toEqual(before);
  expect((await other.trySync({ ops: someOps(other) })).status).toBe(200);

  app.clock.ahead += wait * 1000;
  const { outcomes } = await phone.sync({ ops: batch });
  expect(outcomes[0]).toMatchObject({ op: batch[0]?.op, result: 'done' });
  expect(outcomes).toHaveLength(OPS_PER_REQUEST);
  expect((await phone.trySync({ ops: someOps(phone) })).status).toBe(429);
});

test('a day has its share too, and reading goes on above it', async () => {
  const app = await startApp({ isStill: true, env: { OPS_PER_MINUTE: '1000', OPS_PER_DAY: '1000' } });
  const phone = await registerHousehold(app.url);
  expect((await untilLimited(phone)).sent).toBe(10);
  app.clock.ahead += MINUTE_MS;
  const limited = await phone.trySync({ ops: someOps(phone) });
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(2 * 60 * 60);
  expect((await phone.trySync()).status).toBe(200);
  app.clock.ahead += DAY_MS;
  expect((await untilLimited(phone)).sent).toBe(10);
});

test('nobody and another family count towards no household', async () => {
  const app = await startApp({ isStill: true, env: { OPS_PER_MINUTE: '100', OPS_PER_DAY: '400' } });
  const [phone, other] = [await registerHousehold(app.url), await registerHousehold(app.url, 'Nguyen')];
  const message = {
    ...{ protocol: PROTOCOL, household: phone.account.household, device: phone.device, cursor: null },
    ...{ deviceNow: Date.now(), ops: someOps(phone) },
  };
  expect((await postJson(app.url, '/api/sync', message)).status).toBe(401);
  expect((await other.post('/api/sync', message)).status).toBe(409);
  expect((await phone.post('/api/sync', message)).status).toBe(200);
  expect((await phone.post('/api/sync', message)).status).toBe(429);
});

test('ops that the store could not take count for nothing: the phone sends them again', async () => {
  let isDown = false;
  const app = await startApp({
    isStill: true,
    env: { OPS_PER_MINUTE: '100', OPS_PER_DAY: '400' },
    calls: (store) => ({
      transact: (...asked) =>
        isDown ? Promise.reject(new StoreUnavailable('disk full')) : store.transact(...asked),
    }),
  });
  const phone = await registerHousehold(app.url);
  const ops = Array.from({ length: OPS_PER_REQUEST }, () => phone.op('deleteChild', { child: newId() }));
  isDown = true;
  for (let attempt = 0; attempt < 4; attempt += 1) expect((await phone.trySync({ ops })).status).toBe(503);
  isDown = false;
  expect((await phone.trySync({ ops })).status).toBe(200);
  const more = ops.map(() => phone.op('deleteChild', { child: newId() }));
  expect((await phone.trySync({ ops: more })).status).toBe(429);
});
