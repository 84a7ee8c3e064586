import { copyFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { baseline } from '#tests/support/server/baseline.ts';
import { doctor } from '#tests/support/server/doctor.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { hooked, saying, withFs, withheld } from '#tests/support/server/hooked.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { runOnFile } from '#tests/support/server/open-store.ts';
import { selfSigned } from '#tests/support/server/self-signed.ts';

test('of a data folder that cannot be read the owner is told, and not that there is no database', async () => {
  const { dataDir, place } = await startApp({ env: { DATABASE_URL: '' } });
  const refused = withFs(`const isWithheld = (path) => String(path).startsWith(${JSON.stringify(dataDir)});
    const refuse = (use) => (path, more) => {
      if (isWithheld(path)) throw Object.assign(new Error(), { code: 'EACCES' });
      return use(path, more);
    };
    fs.accessSync = refuse(was.accessSync);
    fs.readdirSync = refuse(was.readdirSync);
    fs.existsSync = (path) => String(path) === ${JSON.stringify(dataDir)} || (!isWithheld(path) && was.existsSync(path));`);
  const { code, of } = await doctor({ ...place, ...refused });
  expect([code, of('database')]).toEqual([1, []]);
  expect(of('data folder')).toMatchObject([
    { state: 'problem', remedy: expect.stringMatching(/if this is that user, make it the owner \(chown\)/) },
  ]);
});

test('a disk on which the server warns is a warning', async () => {
  const { place } = await startApp({ env: { DATABASE_URL: '' } });
  const disk = async (megabytes: number) => {
    const full = withFs(`fs.statfsSync = () => ({ type: 0, bsize: 2 ** 20, bavail: ${megabytes} });`);
    return (await doctor({ ...place, ...full })).of('disk');
  };
  expect(await disk(511)).toMatchObject([{ state: 'warning', says: expect.stringContaining(' are free') }]);
  expect(await disk(512)).toMatchObject([{ state: 'ok' }]);
});

test('a data folder that cannot be written to is a problem, and so is one that cannot be made', async () => {
  const app = await startApp();
  const says = async (env: Record<string, string>) =>
    (await doctor({ ...app.place, ...env })).of('data folder')[0];
  expect(await says(withheld(app.dataDir, 'EROFS'))).toMatchObject({
    ...{ state: 'problem', says: `${app.dataDir} is on a disk that is read-only.` },
  });
  const file = join(app.dataDir, 'framme.db');
  expect(await says(withheld(file))).toMatchObject({
    ...{ state: 'problem', says: `This user cannot write to ${file} (EACCES).` },
    remedy: expect.stringMatching(/^Run doctor as the user of the server; .*chown/),
  });
  const parent = temporaryFolder();
  const none = { DATA_DIR: join(parent, 'data'), ...withheld(parent, 'EROFS') };
  expect(await says(none)).toMatchObject({
    state: 'problem',
    says: `${none.DATA_DIR} is on a disk that is read-only.`,
  });
  expect(await says({})).toMatchObject({
    state: expect.stringMatching(/ok|warning/),
    says: expect.not.stringContaining('write'),
  });
});

test('a port that another program holds is a problem, that of the own server and a free one are not', async () => {
  const other = createServer((_request, response) => response.end('other')).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  onTestFinished(() => void other.close());
  const port = (of: { port: number }) => ({ PORT: String(of.port) });
  const taken = await doctor({ DATA_DIR: temporaryFolder(), ...port(other.address() as AddressInfo) });
  expect([taken.code, taken.of('server')[0]]).toEqual([
    1,
    expect.objectContaining({
      state: 'problem',
      says: expect.stringMatching(/^Port \d+ is taken, and no Framme answers/),
      remedy: expect.stringContaining('ListenStream of framme.socket'),
    }),
  ]);
  const app = await startApp();
  const own = { PORT: new URL(app.url).port };
  expect((await doctor({ ...app.place, ...own })).of('server')).toEqual([
    { name: 'server', state: 'ok', says: `It answers at port ${own.PORT}.` },
  ]);
  const free = { DATA_DIR: temporaryFolder(), PORT: String(await freePort()) };
  expect((await doctor(free)).of('server')).toMatchObject([
    { state: 'ok', says: 'It does not run, and can.' },
  ]);
  const foreign = await doctor({ DATA_DIR: free.DATA_DIR, HOST: '192.0.2.1', PORT: free.PORT });
  expect(foreign.of('server')).toMatchObject([
    { state: 'problem', says: 'This machine has no address 192.0.2.1.', remedy: 'Set another HOST.' },
  ]);
});

test('a server that needs four seconds to start is waited for', async () => {
  const slow = createServer((_request, response) => void setTimeout(() => response.end('{"ok":true}'), 4000));
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void slow.close());
  const { port } = slow.address() as AddressInfo;
  const { of } = await doctor({ DATA_DIR: temporaryFolder(), PORT: String(port) });
  expect(of('server')).toMatchObject([{ says: expect.stringMatching(/^The Framme that answers at port/) }]);
});

test('a second server on one folder is named, and one with other data that has the port', async () => {
  const app = await startApp({ env: { DATABASE_URL: '' } });
  const second = await doctor({ DATA_DIR: app.dataDir, PORT: String(await freePort()) });
  expect(second.of('server')).toMatchObject([
    {
      state: 'warning',
      says: expect.stringMatching(
        /^A Framme that does not listen on port \d+, .* a second one does not start\.$/,
      ),
      remedy: expect.stringContaining('framme.socket holds another port'),
    },
  ]);
  const other = await doctor({ DATA_DIR: temporaryFolder(), PORT: new URL(app.url).port });
  expect(other.of('server')).toMatchObject([
    {
      state: 'problem',
      says: expect.stringMatching(/^The Framme that answers at port \d+ has other data than /),
    },
  ]);
});

test('a mail server whose certificate an own authority signed is told from one that takes no mail', async () => {
  const { key, cert } = selfSigned();
  const mail = await startMailServer({ secure: true, key, cert });
  const SMTP_URL = mail.env.SMTP_URL.replace(/^smtp:/, 'smtps:');
  const { of } = await doctor({ ...mail.env, SMTP_URL, DATA_DIR: temporaryFolder() });
  expect(of('mail')).toMatchObject([
    { state: 'problem', remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS') },
  ]);
  await mail.stop();
});

test('a migration that is due is named, with its backup or without', async () => {
  const DATA_DIR = temporaryFolder();
  runOnFile(DATA_DIR, baseline('sqlite'));
  const due = async (env = {}) => (await doctor({ DATA_DIR, ...env })).of('database').at(-1);
  expect(await due()).toMatchObject({
    ...{ state: 'warning', says: expect.stringMatching(/^The next start migrates it to schema \d+\.$/) },
    remedy: expect.stringContaining('It makes a backup before'),
  });
  expect((await due({ BACKUP_BEFORE_MIGRATION: 'off' }))?.remedy).toContain('Make a backup before');
  await framme({ DATA_DIR }, 'migrate');
  expect(await due()).toMatchObject({ state: 'ok' });
});

test('a clock that is wrong is a problem, one that nobody keeps right a warning', async () => {
  const app = await startApp({ env: { DATABASE_URL: '' } });
  const clock = async (env: Record<string, string>) =>
    (await doctor({ ...app.place, ...saying('timedatectl', 'yes'), ...env }))
      .of('clock')
      .map(({ state, says }) => `${state}: ${says}`);
  const ok = 'ok: The clock is kept right by a time server.';
  expect(await clock({})).toEqual([ok]);
  expect(await clock(saying('timedatectl', 'no'))).toEqual([
    'warning: The clock is not kept right by a time server.',
  ]);
  const of1970 = hooked(`const Now = Date;
    globalThis.Date = class extends Now { constructor(...parts) { super(...(parts.length > 0 ? parts : [0])); } };`);
  expect(await clock(of1970)).toEqual([
    'problem: The clock says 1970-01-01T00:00:00.000Z, which is before this Node was made.',
    ok,
  ]);
  const { stdout } = await framme(app.place, 'backup', '--json');
  const { file } = JSON.parse(stdout) as { file: string };
  const tomorrow = new Date(Date.now() + 86_400_000);
  utimesSync(file, tomorrow, tomorrow);
  expect(await clock({})).toEqual([
    ok,
    `problem: The newest backup, ${file}, is of a time that is yet to come.`,
  ]);
});

test('number, age and sizes of the backups are told, and one that has shrunk by half is named', async () => {
  const app = await startApp({ env: { DATABASE_URL: '' } });
  const { stdout } = await framme(app.place, 'backup', '--json');
  const { file } = JSON.parse(stdout) as { file: string };
  const older = file.replace(/framme-\d{4}-/, 'framme-2020-');
  copyFileSync(file, older);
  const told = async () => (await doctor(app.place)).of('backup')[0];
  expect(await told()).toMatchObject({
    ...{
      state: 'ok',
      says: expect.stringMatching(/^The newest of 2 is \S+\.db, 0 hours old, \d+ kB; all take \d+ kB\.$/),
    },
  });
  truncateSync(file, statSync(file).size / 2 - 1);
  expect(await told()).toMatchObject({
    ...{ state: 'warning', says: expect.stringContaining('It has less than half of the one before.') },
  });
});

test('what a move that did not end left is named', async () => {
  const DATA_DIR = temporaryFolder();
  writeFileSync(join(DATA_DIR, 'framme.db.moving'), '');
  expect((await doctor({ DATA_DIR })).of('move')).toMatchObject([
    { state: 'warning', remedy: 'Move again, or delete it.' },
  ]);
});
