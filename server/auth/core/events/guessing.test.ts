import { expect, test } from 'vitest';
import { type CallName, calls } from '#domain/protocol/calls.ts';
import { devicesOf } from '#tests/support/people/devices.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { newLink } from '#tests/support/people/linked-visit.ts';
import { addPasskey } from '#tests/support/people/passkey-family.ts';
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

test('a call for what belongs to another family is a line with the account that made it, and one for the own is none', async () => {
  const app = await startApp(BEHIND_PROXY);
  const [eve, anna] = [await registerHousehold(app.url, 'Nguyen'), await registerHousehold(app.url)];
  const { passkey } = await addPasskey(anna);
  const { household, uid } = anna.account;
  const [device] = await devicesOf(anna);
  const { household: own } = eve.account;
  app.clock.ahead += 1000;
  await eve.post(calls.reauthenticate.path, { password: PASSWORD });
  const asked: [CallName, object][] = [
    ['deleteAccount', { household }],
    ['partHousehold', { household, uid, copy: true }],
    ['partHousehold', { household: own, uid, copy: true }],
    ['inviteParent', { household, hash: 'a'.repeat(43) }],
    ['followers', { household }],
    ['endFollowing', { household: own, id: household }],
    ['removePasskey', { id: passkey.id }],
    ['nameDevice', { id: device?.id, name: 'Min' }],
    ['signOutDevice', { id: device?.id }],
  ];
  eve.headers = fromAddress('203.0.113.1');
  expect((await eve.trySync({ household })).status).toBe(409);
  for (const [i, [name, message]] of asked.entries()) {
    const { status } = await eve.post(calls[name].path, message, fromAddress(`203.0.113.${i + 2}`));
    expect([name, [404, 409].includes(status)]).toEqual([name, true]);
  }
  await postJson(app.url, calls.followers.path, { household });
  expect((await anna.post(calls.followers.path, { household })).status).toBe(200);
  await app.stop();
  const lines = securityLines(app).filter(({ event }) => event === 'access');
  const account = securityLines(app).find(({ event }) => event === 're-authentication')?.account;
  expect(account).toMatch(/^[\w-]{16}$/);
  expect(lines).toMatchObject(
    Array.from({ length: 10 }, (_, i) => ({ outcome: 'refused', account, address: `203.0.113.${i + 1}` })),
  );
  for (const id of [household, uid, passkey.id]) expect(app.log.text).not.toContain(id);
});
