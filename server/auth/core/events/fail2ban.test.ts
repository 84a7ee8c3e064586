import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';
import { securityTexts } from '#tests/support/server/security-lines.ts';

const DOCS = readFileSync(new URL('../../../../docs/hosting/security-events.md', import.meta.url), 'utf8');

/** Returns a setting of a filter, by its place in the documentation. */
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
