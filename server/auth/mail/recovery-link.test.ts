import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';

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

test('the command says which sign-in methods the link removes, none if the e-mail is verified', async () => {
  const app = await startApp();
  const { account } = await registerHousehold(app.url);
  const { uid, email } = account;
  const at = '2026-05-04T12:00:00.000Z';
  await app.store.addCredential({ kind: 'passkey', key: uid, uid, body: '{"name":"x"}', createdAt: at });
  await app.store.requirePasskey(uid, at);
  const said = async (...flags: string[]) => (await runRecoveryLink(app.place, email, ...flags)).stderr;
  expect(await said()).toContain("the link also ends the account's connected providers.");
  expect(await said('--without-passkey')).toContain(
    "the link also ends the account's passkeys, recovery codes and",
  );
  await app.store.verifyEmail(uid, email, at);
  expect(await said()).not.toContain('also ends');
});

test('without a PUBLIC_URL the link points to localhost', async () => {
  const app = await startApp();
  const { account } = await registerHousehold(app.url);
  const { stdout } = await runRecoveryLink({ ...app.place, PORT: '4321' }, account.email);
  expect(stdout).toMatch(/^http:\/\/localhost:4321\/recover#/);
});

test('an unknown e-mail is reported', async () => {
  const app = await startApp();
  const { code, stdout, stderr } = await runRecoveryLink(app.place, 'nobody@example.org');
  expect([code, stdout, stderr]).toEqual([1, '', 'No account has the e-mail nobody@example.org.\n']);
});

test.each([[[]], [['a@example.org', 'b@example.org']]])('the arguments %j print the usage', async (args) => {
  const { code, stderr } = await runRecoveryLink({ DATA_DIR: temporaryFolder() }, ...args);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('npm run framme -- recovery-link anna@example.org'),
  ]);
});

test('without a database the command prints an error and creates none', async () => {
  const folder = temporaryFolder();
  const { code, stderr } = await runRecoveryLink({ DATA_DIR: folder }, 'anna@example.org');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^There is no database in .*the same DATA_DIR\.\n$/),
  ]);
});
