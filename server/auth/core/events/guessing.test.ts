import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CallName, calls } from '#domain/protocol/calls.ts';
import { devicesOf } from '#tests/support/people/devices.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { newLink } from '#tests/support/people/linked-visit.ts';
import { addPasskey } from '#tests/support/people/passkey-family.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { get, postJson } from '#tests/support/server/http.ts';
import { securityLines, securityTexts } from '#tests/support/server/security-lines.ts';

const BEHIND_PROXY = { isStill: true, env: { TRUST_PROXY: '1' } };
const fromAddress = (address: string) => ({ 'x-forwarded-for': address });

test.each([
  ['links to a visit', calls.seeVisit.path, () => ({ link: newLink(), shown: true })],
  ['invitations', calls.previewInvitation.path, () => ({ invitation: newLink() })],
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
    ['leaveHousehold', { household, uid, copy: true }],
    ['leaveHousehold', { household: own, uid, copy: true }],
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

const DOCS = readFileSync(new URL('../../../../docs/hosting/security-events.md', import.meta.url), 'utf8');

/** A setting of a filter, by its place in the documentation. */
function settingIn(name: string, filter: number): string {
  const value = [...DOCS.matchAll(new RegExp(`^${name} = (.+)$`, 'gm'))][filter]?.[1];
  if (value === undefined) throw new Error(`no ${name} in the documentation`);
  return value;
}

/** Reads a log as fail2ban 1.0 does: takes the date out of each line, and the address out of what matches the rest. */
function bannedBy(lines: readonly string[], filter = 0): (string | undefined)[] {
  const found = matches(lines, filter);
  const journal = lines.map((line) => `server framme[812]: ${line}`);
  expect(matches(journal, filter), 'in the journal it finds the same').toEqual(found);
  return found;
}

function matches(lines: readonly string[], filter: number): (string | undefined)[] {
  const date = new RegExp(settingIn('datepattern', filter).replace('{LEPOCH}', '\\d{10,11}(?:\\d{3})?'));
  const failure = new RegExp(
    settingIn('failregex', filter).replace(
      '<SUBNET>',
      '(?<address>[\\d.]+|[\\da-f:]+)(?:/(?<bits>\\d{1,3}))?',
    ),
  );
  return lines
    .map((line) => {
      expect(line).toMatch(date);
      return failure.exec(line.replace(date, ''))?.groups;
    })
    .filter((groups) => groups !== undefined)
    .map(({ address, bits }) => (bits === undefined ? address : `${address}/${bits}`));
}

test('the documented filter for fail2ban finds the addresses that fail, and no others', async () => {
  const app = await startApp({ env: { TRUST_PROXY: '1', SIGN_INS_PER_HOUR: '10' } });
  const phone = await registerHousehold(app.url);
  const { email } = phone.account;
  const logIn = (address: string, password: string) =>
    postJson(app.url, '/api/log-in', { email, password }, { 'x-forwarded-for': address });
  await logIn('192.0.2.1', PASSWORD);
  for (const address of ['192.0.2.7', '::ffff:192.0.2.8', '2001:db8:1:2:3::9']) {
    const before = securityTexts(app).length;
    await logIn(address, 'fel-lösenord');
    // The line of a failed log-in is written after its reply.
    await until(() => securityTexts(app).length > before);
  }
  for (let i = 0; i < 12; i++) await logIn('192.0.2.9', PASSWORD);
  await app.stop();
  const banned = bannedBy(securityTexts(app));
  expect(banned).toEqual(['192.0.2.7', '192.0.2.8', '2001:db8:1:2::/64', '192.0.2.9']);
});

test('the documented filter for floods finds who guesses or asks without a session, and nobody who does so rarely', async () => {
  const app = await startApp({ isStill: true, env: { TRUST_PROXY: '1' } });
  const call = (address: string, path: string) =>
    postJson(app.url, path, { link: 'guess', shown: true }, { 'x-forwarded-for': address });
  const both = async (address: string, times: number) => {
    for (let i = 0; i < times; i += 1) {
      await call(`${address}.1`, '/api/visit-link');
      await call(`${address}.2`, '/api/sync');
    }
  };
  await both('192.0.2', 135);
  await both('198.51.100', 60);
  app.clock.ahead += 60_000;
  await both('192.0.2', 5);
  await both('198.51.100', 5);
  await app.stop();
  expect(bannedBy(securityTexts(app), 1).toSorted()).toEqual(['192.0.2.1', '192.0.2.2']);
  expect(bannedBy(securityTexts(app))).toEqual([]);
});

test('the documented line is one as the server writes them', async () => {
  const [documented = ''] = securityTexts({ log: { text: DOCS } });
  const app = await startApp();
  await postJson(app.url, '/api/log-in', { email: 'ingen@example.org', password: PASSWORD });
  await app.stop();
  const [written = ''] = securityTexts(app);
  const form = (line: string) => Object.entries(JSON.parse(line)).map(([key, value]) => [key, typeof value]);
  expect(form(written)).toEqual(form(documented));
});
