import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { exportSchema } from '#domain/protocol/export.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';

async function twoFamilies() {
  const app = await startApp();
  const [ours, theirs] = [await registerHousehold(app.url), await registerHousehold(app.url, 'Nguyen')];
  for (const [family, name] of [
    [ours, 'Ella'],
    [theirs, 'Maja'],
  ] as const) {
    const friend = await family.addFriend(await family.addChild(), name);
    await family.run('checkIn', friend);
  }
  return { app, ours, theirs };
}

test('the host exports what the parent could, of that family alone; it is logged, and the parent sees it', async () => {
  const { app, ours, theirs } = await twoFamilies();
  const { account, cookie } = ours;
  const { body } = await get(app.url, EXPORT_PATHS.everything, { cookie });
  const parents = v.parse(exportSchema, body);
  const { code, stdout, stderr } = await framme(app.place, 'export', account.email.toUpperCase());
  expect(code).toBe(0);
  const hosts = v.parse(exportSchema, JSON.parse(stdout));
  for (const part of ['account', 'profile', 'children', 'visits', 'devices'] as const)
    expect(hosts[part]).toEqual(parents[part]);
  expect(stdout).not.toContain('Maja');
  const line = JSON.parse(stderr);
  expect(line).toMatchObject({ event: 'export', outcome: 'ok', method: 'host', msg: 'security' });
  const own = app.log.text.split('\n').find((text) => text.includes('"event":"export"')) ?? '{}';
  expect(line.account).toBe(JSON.parse(own).account);
  for (const secret of [account.email, account.uid, 'Ella']) expect(stderr).not.toContain(secret);
  const activityOf = async (phone: typeof ours) =>
    JSON.stringify((await get(app.url, '/api/activity', { cookie: phone.cookie })).body);
  expect(await activityOf(ours)).toContain('"method":"host"');
  expect(await activityOf(theirs)).not.toContain('"host"');
});

test('an export to a file is for this user alone, and overwrites none', async () => {
  const { app, ours } = await twoFamilies();
  const file = join(temporaryFolder(), 'family.json');
  const words = ['export', ours.account.email, '--to', file];
  const stdout = `The family's data is in ${file}. Delete it once the parent has it.\n`;
  expect(await framme(app.place, ...words)).toMatchObject({ code: 0, stdout });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(v.parse(exportSchema, JSON.parse(readFileSync(file, 'utf8'))).children).toHaveLength(1);
  const again = await framme(app.place, ...words);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('exists already. Choose another name.'),
  ]);
  const nowhere = await framme(app.place, ...words.slice(0, 3), join(file, 'inside'));
  expect([nowhere.code, nowhere.stderr]).toEqual([
    1,
    expect.stringMatching(/could not be written \(ENOTDIR\)/),
  ]);
});

test('the host deletes one family beside a running server: its phones hear it, and the other stays', async () => {
  const { app, ours, theirs } = await twoFamilies();
  const { email } = ours.account;
  const unsure = await framme(app.place, 'delete', email);
  expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringMatching(/^Nothing was deleted\. .*--yes/)]);
  expect((await ours.trySync()).status).toBe(200);
  const { code, stdout, stderr } = await framme(app.place, 'delete', email, '--yes');
  expect([code, stdout]).toEqual([0, `The account of ${email} and its family were deleted.\n`]);
  expect(JSON.parse(stderr)).toMatchObject({ event: 'account-deleted', outcome: 'ok', method: 'host' });
  expect(stderr).not.toContain(email);
  expect((await ours.trySync()).status).toBe(401);
  const logIn = await postJson(app.url, '/api/log-in', { email, password: 'båt-🚲-hemligt' });
  expect(codeOf(logIn)).toBe('invalid-credentials');
  expect([...(await theirs.documents()).values()].some((one) => 'name' in one && one.name === 'Maja')).toBe(
    true,
  );
});

test('an e-mail that no account has is told, and nothing happens', async () => {
  const { app, ours } = await twoFamilies();
  for (const words of [
    ['export', 'nobody@example.org'],
    ['delete', 'nobody@example.org', '--yes'],
  ])
    expect(await framme(app.place, ...words)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No account has the e-mail nobody@example.org.\n',
    });
  expect((await ours.trySync()).status).toBe(200);
});
