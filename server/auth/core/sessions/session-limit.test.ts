import { expect, test } from 'vitest';
import { MAX_SESSIONS } from '#domain/limits.ts';
import { calls } from '#domain/protocol/calls.ts';
import { devicesOf } from '#tests/support/people/devices.ts';
import { HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';

test('an account has at most fifty signed-in devices, and the one that was silent longest ends', async () => {
  const { url, store, clock } = await startApp();
  const [first, other] = [await registerHousehold(url), await registerHousehold(url, 'Nguyen')];
  const { uid, email } = first.account;
  const later = (index: number) => new Date(Date.now() + index * 1000).toISOString();
  for (let index = 1; index < MAX_SESSIONS; index += 1) {
    const tokenHash = `hash${index}`;
    const id = `device${String(index).padStart(10, '0')}`;
    await store.openSession({
      tokenHash,
      id,
      uid,
      name: 'x',
      createdAt: later(index),
      expiresAt: later(9e6),
    });
  }
  clock.ahead = 3_600_000 * 2;
  expect(await devicesOf(first)).toHaveLength(MAX_SESSIONS);
  const { cookie = '' } = await postJson(url, calls.logIn.path, { email, password: PASSWORD });
  const newest = new HouseholdOnPhone(url, first.account, cookie);
  const devices = await devicesOf(newest);
  expect(devices).toHaveLength(MAX_SESSIONS);
  expect(devices.map(({ id }) => id)).not.toContain('device0000000001');
  expect((await first.trySync()).status).toBe(200);
  expect((await newest.trySync()).status).toBe(200);
  expect((await other.trySync()).status).toBe(200);
});
