import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { newLink } from '#tests/support/people/linked-visit.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { securityLines } from '#tests/support/server/security-lines.ts';

const BEHIND_PROXY = { isStill: true, env: { TRUST_PROXY: '1' } };
const fromAddress = (address: string) => ({ 'x-forwarded-for': address });

test.each([
  ['links to a visit', calls.seeVisit.path, () => ({ link: newLink(), shown: true })],
  ['invitations', calls.lookAtInvitation.path, () => ({ invitation: newLink() })],
])(
  'an address that guesses %s is one line a minute, and one that misses now and then none',
  async (_what, path, message) => {
    const app = await startApp(BEHIND_PROXY);
    const guess = (address: string) => postJson(app.url, path, message(), fromAddress(address));
    for (let i = 0; i < 40; i += 1) await guess('203.0.113.7');
    for (let i = 0; i < 30; i += 1) await guess('203.0.113.8');
    app.clock.ahead += 60_000;
    for (let i = 0; i < 10; i += 1) await guess('203.0.113.7');
    await until(() => securityLines(app).length >= 2);
    expect(securityLines(app)).toMatchObject([
      { event: 'link', outcome: 'limited', address: '203.0.113.7' },
      { event: 'link', outcome: 'limited', address: '203.0.113.7', repeats: 9 },
    ]);
  },
);

test('calls without a session are one line a minute for an address, with the number of those left out', async () => {
  const app = await startApp(BEHIND_PROXY);
  const { cookie } = await registerHousehold(app.url);
  await get(app.url, calls.activity.path, { cookie });
  const ask = (path: string) =>
    get(app.url, path, { ...fromAddress('2001:db8::7'), cookie: 'framme=made-up' });
  for (let i = 0; i < 100; i += 1) {
    expect((await ask(calls.activity.path)).status).toBe(401);
    // Refusals to an address are spaced while another one asks.
    app.clock.ahead += 25;
  }
  await postJson(app.url, calls.sync.path, {}, fromAddress('203.0.113.8'));
  app.clock.ahead += 60_000;
  await ask('/api/live');
  const lines = () => securityLines(app).filter(({ event }) => event === 'session');
  await until(() => lines().length >= 3);
  expect(lines()).toMatchObject([
    { event: 'session', outcome: 'refused', address: '2001:db8::/64' },
    { event: 'session', outcome: 'refused', address: '203.0.113.8' },
    { event: 'session', outcome: 'refused', address: '2001:db8::/64', repeats: 99 },
  ]);
});
