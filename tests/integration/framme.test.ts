import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, seeVisit } from '#tests/support/people/linked-visit.ts';
import { startAppWithPush } from '#tests/support/people/notified-devices.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { startApp, temporaryFolder, until } from '#tests/support/server/app.ts';
import { doctor } from '#tests/support/server/doctor.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { runOnFile } from '#tests/support/server/open-store.ts';

test('invite prints a link, beside a running server, that opens one account', async () => {
  const app = await startApp({ env: { REGISTRATION: 'invite' } });
  const env = { ...app.place, REGISTRATION: 'invite', PUBLIC_URL: 'https://framme.example.org' };
  const { code, stdout, stderr } = await framme(env, 'invite');
  expect([code, stderr]).toEqual([0, expect.stringMatching(/privately.*one account, within 7 days/)]);
  expect(stdout).toMatch(/^https:\/\/framme\.example\.org\/register#[0-9a-z]{52}\n$/);
  const invitation = new URL(stdout.trim()).hash.slice(1);
  const register = (email: string) =>
    postJson(app.url, calls.register.path, {
      ...{ firstName: 'Anna', lastName: 'Berg', email, password: 'hemligt' },
      invitation,
    });
  expect((await register('anna@example.org')).status).toBe(200);
  expect(codeOf(await register('bo@example.org'))).toBe('invitation-needed');
  expect(app.log.text).not.toContain(invitation);
});

test('delete says how an address that begins with - is given, and prints no escapes of a terminal', async () => {
  const says = (word: string) => framme({ DATA_DIR: temporaryFolder() }, 'delete', word);
  const { code, stderr } = await says('-anna@example.org');
  expect([code, stderr]).toEqual([2, expect.stringMatching(/put -- before it, .* Usage: /)]);
  for (const word of ['--\u001B[31mred', '\u001B[2J@\u009B1A', '-a\u001B]0;@'])
    expect((await says(word)).stderr).not.toMatch(/[^\P{Cc}\n]/u);
});

test('verify says beside a running server that nothing is wrong, and else tells each fault with exit code 1', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  const [fine, asJson] = await Promise.all([
    framme(app.place, 'verify'),
    framme(app.place, 'verify', '--json'),
  ]);
  expect([fine.code, fine.stderr]).toEqual([0, '']);
  expect(fine.stdout).toMatch(/^Checked 1 households in [\d.]+ s: nothing is wrong\.\n$/);
  expect(JSON.parse(asJson.stdout)).toEqual({
    households: 1,
    faults: 0,
    seconds: expect.any(Number),
    found: [],
    more: [],
  });
  runOnFile(app.dataDir, `UPDATE people SET body = '{"name":"Kim"}' WHERE path LIKE 'children/%'`);
  const household = phone.account.household;
  const bad = await framme(app.place, 'verify');
  expect([bad.code, bad.stdout]).toEqual([
    1,
    expect.stringContaining(
      `household ${household}: children/${child} is no child: birthDate is not as it must be\n`,
    ),
  ]);
  expect(bad.stderr).toMatch(/^Checked 1 households in [\d.]+ s: \d faults\. Keep a copy .*\n$/);
  const told = await framme(app.place, 'verify', '--json');
  expect(told.code).toBe(1);
  expect(JSON.parse(told.stdout).found[0]).toMatchObject({ household, path: `children/${child}` });
  expect(told.stdout + bad.stdout).not.toContain('Kim');
});

test('verify prints twenty faults of a kind, whatever numbers they name, and counts the others', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  for (let i = 0; i < 30; i += 1) await phone.addFriend(child);
  runOnFile(
    app.dataDir,
    `UPDATE people SET version = version + 1000000000 WHERE path LIKE '%/friends/%';
     UPDATE people SET body = '{"name":"Kim"}' WHERE body LIKE '%birthDate%'`,
  );
  const { code, stdout, stderr } = await framme(app.place, 'verify');
  expect(code).toBe(1);
  expect(stdout.match(/friends\/\w+ has version \d+, and its household is at \d+\n/g)).toHaveLength(20);
  expect(stdout).toContain('\nand 10 more: has version ..., and its household is at ...\n');
  expect(stdout.match(/ is no child: /g)).toHaveLength(1);
  const { faults, found, more } = JSON.parse((await framme(app.place, 'verify', '--json')).stdout);
  expect(stderr).toContain(`: ${faults} faults.`);
  expect(more).toContainEqual({ what: 'has version ..., and its household is at ...', count: 10 });
  expect(found.length + more.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(
    faults,
  );
});

test('restored asks to stop the server, and begins a new epoch at the next start', async () => {
  const app = await startApp();
  const epoch = app.store.epoch();
  expect(await framme(app.place, 'restored')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Another Framme is already running/),
  });
  await app.stop();
  const { code, stdout } = await framme(app.place, 'restored');
  expect([code, stdout]).toEqual([0, 'At the next start phones send again what the backup lacks.\n']);
  const { store } = await startApp({ dataDir: app.dataDir });
  expect(store.epoch()).not.toBe(epoch);
});

test('renew-push-key asks to stop the server; then key and devices are those of no former copy', async () => {
  const { app, service, subscribe } = await startAppWithPush();
  const phone = await registerHousehold(app.url);
  await subscribe(phone);
  const { key } = await done(phone, 'pushState', {});
  expect(await framme(app.place, 'renew-push-key')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Another Framme is already running/),
  });
  await app.stop();
  expect(await framme(app.place, 'renew-push-key')).toMatchObject({
    ...{ code: 0, stderr: '', stdout: expect.stringMatching(/^The push key is new\..*next opened/) },
  });
  const env = { PUSH_SERVICES: service.origin };
  const ages = (await doctor({ ...app.place, ...env })).of('push').map(({ says }) => says);
  expect(ages.join()).toMatch(/The push key is 0 days old; .* renew-push-key/);
  phone.url = (await startApp({ dataDir: app.dataDir, env })).url;
  const state = await done(phone, 'pushState', {});
  expect(state).toEqual({ key: expect.stringMatching(/^[\w-]{87}$/), device: null });
  expect(state.key).not.toBe(key);
});

test('refuse-links refuses a number beside a running server, says no digit of it, and allows it again', async () => {
  const app = await startApp({ change: () => ({ refusedNumbersMs: 20 }) });
  const home = await registerHousehold(app.url);
  const ref = await home.addFriend(await home.addChild(), 'Ella', '070-123 45 67');
  const { op: visit } = await home.run('checkIn', ref);
  const link = await giveLink(home, ref, visit);
  const refuse = (...words: string[]) => framme(app.place, 'refuse-links', ...words);
  expect(await refuse('+46', '70', '123', '45', '67')).toMatchObject({
    ...{ code: 0, stderr: '', stdout: expect.stringMatching(/^Links to this number are refused\./) },
  });
  await until(async () => (await seeVisit(app.url, link)).status === 410);
  const again = await refuse('070-123 45 67');
  expect([again.code, again.stdout]).toEqual([0, 'Links to this number were refused already.\n']);
  const allowed = await refuse('+46701234567', '--allow');
  expect([allowed.code, allowed.stdout]).toEqual([0, expect.stringMatching(/are allowed again/)]);
  await until(async () => (await seeVisit(app.url, link)).status === 200);
  const needless = await refuse('--allow', '+46701234567');
  expect([needless.code, needless.stdout]).toEqual([0, 'Links to this number were not refused.\n']);
  // A time may have any digits by chance.
  const log = app.log.text.replaceAll(/"time":\d+/g, '');
  expect(log + again.stdout + allowed.stdout).not.toMatch(/70.?123/);
});

test('refuse-links asks for a number that is certain', async () => {
  const app = await startApp();
  for (const [words, code, problem] of [
    [[], 2, /missing.*refuse-links/],
    [['--allow'], 2, /missing.*refuse-links/],
    [['+46701234567', '--alow'], 2, /--alow.*refuse-links/],
    [['Ellas', 'mamma'], 1, /^"Ellas mamma" may be no phone number.*country code/],
  ] as const)
    expect(await framme(app.place, 'refuse-links', ...words)).toMatchObject({
      ...{ code, stdout: '', stderr: expect.stringMatching(problem) },
    });
  expect(await app.store.refusedNumbers()).toEqual([]);
  const noStore = await framme({ DATA_DIR: temporaryFolder() }, 'refuse-links', '+46701234567');
  expect([noStore.code, noStore.stderr]).toEqual([1, expect.stringMatching(/^There is no database in /)]);
  expect((await framme({}, 'refuse-links', '--help')).stdout).toMatch(
    /Exit codes: 0 done, .*; 1 if .*; 2 if/s,
  );
});

test('the help lists every command, and what is none ends with code 2 and a sentence', async () => {
  const [help, nothing, unknown, tooMany, closed, bad] = await Promise.all([
    framme({}, 'help'),
    framme({}),
    framme({}, 'toString'),
    framme({}, 'invite', 'anna@example.org'),
    framme({ REGISTRATION: 'closed' }, 'invite'),
    framme({ PORT: 'x' }, 'invite'),
  ]);
  const [ofOne, wrong] = await Promise.all([framme({}, 'verify', '--help'), framme({}, 'verify', '--jsn')]);
  expect([ofOne.code, ofOne.stdout]).toEqual([
    0,
    expect.stringMatching(/^Usage: npm run framme -- verify \[--json\]\n/),
  ]);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/'--jsn'.* Usage: npm run framme -- verify/),
  ]);
  expect([help.code, help.stderr]).toEqual([0, '']);
  for (const name of [
    ...[
      'accounts',
      'stats',
      'mail-test <e-mail>',
      'invite',
      'recovery-link <e-mail>',
      'refuse-links <phone>',
    ],
    ...['backup', 'doctor', 'restore', 'restored', 'renew-push-key', 'verify', 'migrate', 'version'],
  ])
    expect(help.stdout).toContain(`\n${name}`);
  expect([nothing.code, nothing.stdout, nothing.stderr]).toEqual([2, '', `${help.stdout}\n`]);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(/^There is no command "toString"\. .*help/),
  ]);
  expect([tooMany.code, tooMany.stderr]).toEqual([2, expect.stringMatching(/^That is too much\./)]);
  expect([closed.code, closed.stderr]).toEqual([1, expect.stringMatching(/^REGISTRATION is closed/)]);
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringMatching(/^Correct these settings:\n- PORT/)]);
  expect(closed.stdout + bad.stdout + unknown.stdout).toBe('');
});
