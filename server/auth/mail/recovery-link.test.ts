import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { startApp } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { createRecoveryLink } from './recovery-link.ts';

/** Runs the host's command in a process of its own. */
const runRecoveryLink = (env: Record<string, string>, ...args: string[]) =>
  framme(env, 'recovery-link', ...args);

test('the command works beside a running server: its link recovers an account once and verifies no e-mail', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const env = { ...app.place, PUBLIC_URL: 'https://framme.example.org' };
  const [{ code, stdout, stderr }] = await Promise.all([
    runRecoveryLink(env, phone.account.email.toUpperCase()),
    phone.addChild(),
    phone.sync(),
  ]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('It works once, for 60 minutes')]);
  expect(stderr).toContain(
    "the link also ends the account's passkeys, recovery codes and connected providers.",
  );
  expect(stdout).toMatch(/^https:\/\/framme\.example\.org\/recover#[0-9a-z]{52}\n$/);
  const token = new URL(stdout.trim()).hash.slice(1);
  const recover = () => postJson(app.url, '/api/recover', { token, password: 'en-helt-ny' });
  const answer = await recover();
  expect(answer.status).toBe(200);
  const { email } = phone.account;
  expect((await get(app.url, '/api/my-email', { cookie: answer.cookie ?? '' })).body).toEqual({
    email,
    verified: false,
  });
  expect(codeOf(await recover())).toBe('link-expired');
  expect((await phone.trySync()).status).toBe(401);
  for (const secret of [token, email]) expect(app.log.text).not.toContain(secret);
});

test('an unknown e-mail is reported', async () => {
  const app = await startApp();
  const { code, stdout, stderr } = await runRecoveryLink(app.place, 'nobody@example.org');
  expect([code, stdout, stderr]).toEqual([1, '', 'No account has the e-mail nobody@example.org.\n']);
});

test('a link removes the sign-in methods that nobody can vouch for: none if the e-mail is verified', async () => {
  const app = await startApp();
  const { uid, email } = (await registerHousehold(app.url)).account;
  const config = readConfig({ ...app.place, PORT: '4321' });
  if (Array.isArray(config)) throw new Error(config.join());
  const made = (options = {}) => createRecoveryLink(config, email, options);
  const at = '2026-05-04T12:00:00.000Z';
  await app.store.addCredential({ kind: 'passkey', key: uid, uid, body: '{"name":"x"}', createdAt: at });
  await app.store.requirePasskey(uid, at);
  expect(await made()).toEqual({
    link: expect.stringMatching(/^http:\/\/localhost:4321\/recover#/),
    ends: 'services',
  });
  expect(await made({ withoutPasskey: true })).toMatchObject({ ends: 'services-passkeys-codes' });
  await app.store.verifyEmail(uid, email, at);
  expect(await made()).toMatchObject({ ends: 'nothing' });
});
