import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { VisitorRef } from '#domain/paths.ts';
import { keepOnDisk } from '#tests/support/memory-folder.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { startApp, temporaryFolder, until } from '#tests/support/server/app.ts';
import { baseline } from '#tests/support/server/baseline.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { withFs } from '#tests/support/server/hooked.ts';
import { runOnFile } from '#tests/support/server/open-store.ts';

keepOnDisk();
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

async function backUp(env: Record<string, string>, ...words: string[]) {
  const { code, stdout, stderr } = await framme(env, 'backup', '--json', ...words);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as { file: string; at: string; bytes: number; removed: string[] };
}

interface Acknowledged {
  friend: VisitorRef;
  /** The time of the answer. */
  at: number;
}

/** Adds friends until `isOver`; each is added to the list when it is acknowledged. */
async function keepWriting(
  phone: HouseholdOnPhone,
  child: string,
  acknowledged: Acknowledged[],
  isOver: () => boolean,
) {
  while (!isOver()) acknowledged.push({ friend: await phone.addFriend(child), at: Date.now() });
}

test('a backup beside a server that writes holds all that was acknowledged before it began', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  let isOver = false;
  const acknowledged: Acknowledged[] = [];
  const writing = keepWriting(phone, child, acknowledged, () => isOver);
  await until(() => acknowledged.length > 0);
  const { file, at, bytes } = await backUp(app.place).finally(() => {
    isOver = true;
  });
  await writing;
  expect([modeOf(file), modeOf(join(app.dataDir, 'backups'))]).toEqual(['600', '700']);
  expect(statSync(file).size).toBe(bytes);
  const db = new DatabaseSync(file, { readOnly: true });
  const stored = db
    .prepare('SELECT path FROM people')
    .all()
    .map(({ path }) => String(path));
  db.close();
  const before = acknowledged.filter((one) => one.at < Date.parse(at));
  expect(acknowledged.length).toBeGreaterThan(before.length);
  expect(before.length).toBeGreaterThan(0);
  const ids = new Set(stored.map((path) => path.split('/').at(-1)));
  expect(before.filter(({ friend }) => !ids.has(friend.visitor))).toEqual([]);
  const checked = await framme(app.place, 'restore', '--check', file);
  expect([checked.code, checked.stdout]).toEqual([
    0,
    expect.stringMatching(/ is whole: .* The last change in it is of /),
  ]);
  expect(readdirSync(join(app.dataDir, 'backups'))).toHaveLength(1);
});

test('--to names the folder and --keep the number of backups that stay; nothing else is touched', async () => {
  const app = await startApp();
  const folder = join(temporaryFolder(), 'a', 'b');
  const first = await backUp(app.place, '--to', folder);
  writeFileSync(join(folder, 'notes.txt'), '');
  const killed = join(folder, 'framme-2026-01-01T00-00-00-000Z.db.part');
  writeFileSync(killed, 'half');
  await backUp(app.place, '--to', folder, '--keep', '9');
  expect(readdirSync(folder)).toContain('framme-2026-01-01T00-00-00-000Z.db.part');
  utimesSync(killed, new Date(0), new Date(0));
  const { file, removed } = await backUp(app.place, '--to', folder, '--keep', '2');
  expect(removed).toEqual([first.file]);
  const names = readdirSync(folder);
  expect(names).toHaveLength(3);
  expect(names).toContain('notes.txt');
  expect(await backUp(app.place, '--to', folder, '--keep', '1')).toMatchObject({
    removed: expect.arrayContaining([file]),
  });
});

test('--keep never removes the backup that was just written, whatever way its folder is named', async () => {
  const app = await startApp();
  const folder = temporaryFolder();
  // A command runs in a folder of its own beside it.
  const named = relative(temporaryFolder(), folder);
  const first = await backUp(app.place, '--to', named, '--keep', '1');
  expect(first.removed).toEqual([]);
  expect(existsSync(first.file)).toBe(true);
  const second = await backUp(app.place, '--to', named, '--keep', '2');
  expect(second.removed).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(2);
  expect((await backUp(app.place, '--to', named, '--keep', '1')).removed).toEqual([second.file, first.file]);
});

test.each([
  [['backup', '--keep', '0'], /^--keep must be a whole number from 1/],
  [['backup', 'here'], /^That is too much/],
  [['backup', '--to=~/backups'], /^--to must be a folder, like .* without ~/],
  [['restore'], /^Something is missing/],
])('%j is not understood', async (words, says) => {
  const { code, stderr } = await framme({ DATA_DIR: temporaryFolder() }, ...words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
});

test('without data, with damaged data or into a folder that is none nothing is written', async () => {
  const nothing = temporaryFolder();
  const none = await framme({ DATA_DIR: nothing }, 'backup');
  expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/^There is no database in /)]);
  expect(readdirSync(nothing)).toEqual([]);
  writeFileSync(join(nothing, 'framme.db'), 'no database '.repeat(1000));
  const damaged = await framme({ DATA_DIR: nothing }, 'backup');
  expect([damaged.code, damaged.stderr]).toEqual([1, expect.stringMatching(/^The database is damaged/)]);
  const app = await startApp();
  const noFolder = await framme(app.place, 'backup', '--to', join(app.dataDir, 'framme.db'));
  expect([noFolder.code, noFolder.stderr]).toEqual([1, expect.stringMatching(/cannot be written to .*--to/)]);
});

test('restore puts a backup in the place of a stopped server, which then has another epoch, and keeps what was there', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const [kim] = [await phone.addChild('Kim')];
  const { file } = await backUp(app.place);
  await phone.addChild('Alva');
  const epoch = app.store.epoch();
  expect(await framme(app.place, 'restore', file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Another Framme is already running/),
  });
  await app.stop();
  const fresh = join(temporaryFolder(), 'data');
  const elsewhere = await framme({ DATA_DIR: fresh }, 'restore', file);
  expect([elsewhere.code, elsewhere.stdout]).toEqual([0, expect.not.stringContaining('is kept as')]);
  expect(modeOf(fresh)).toBe('700');
  const { code, stdout } = await framme(app.place, 'restore', file);
  const says =
    /was restored: .* schema \d+\. The last change in it is of (2.*Z)\.\nThe data that was there reached until (2.*Z); phones send again/;
  const [, until = '', formerUntil = ''] = says.exec(stdout) ?? [];
  expect([code, until < formerUntil]).toEqual([0, true]);
  const former = /is kept as (\S+framme\.db\.before-restore-\S+)\. /.exec(stdout)?.[1] ?? '';
  expect([modeOf(join(app.dataDir, 'framme.db')), modeOf(former)]).toEqual(['600', '600']);
  const again = await startApp({ dataDir: app.dataDir });
  expect(again.store.epoch()).not.toBe(epoch);
  phone.url = again.url;
  const names = [...(await phone.documents())].filter(([path]) => /^children\/\w+$/.test(path));
  expect(names.map(([path]) => path)).toEqual([`children/${kim}`]);
  const db = new DatabaseSync(former);
  expect(db.prepare("SELECT count(*) AS count FROM people WHERE path LIKE 'children/%'").get()).toEqual({
    count: 2,
  });
  db.close();
  expect(await framme(again.place, 'verify')).toMatchObject({ code: 0 });
});

test('where no file can have two names, a restore that is killed leaves the data that was there', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const { file } = await backUp(app.place, '--to', temporaryFolder());
  await phone.addChild();
  await app.stop();
  const restoreWith = (onRename: string) => {
    const hook = withFs(`fs.linkSync = () => { throw Object.assign(new Error(), { code: 'EPERM' }); };
      fs.renameSync = (from, to) => { ${onRename} was.renameSync(from, to); };`);
    return framme({ ...app.place, ...hook }, 'restore', file);
  };
  const killed = await restoreWith("if (to.endsWith('framme.db')) process.kill(process.pid, 'SIGKILL');");
  expect(killed.code).toBe(null);
  const again = await startApp({ dataDir: app.dataDir });
  phone.url = again.url;
  expect([...(await phone.documents()).keys()].some((path) => path.startsWith('children/'))).toBe(true);
  await again.stop();
  const { code, stdout } = await restoreWith('');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/is kept as .*framme\.db\.before-restore-/)]);
  const former = /is kept as (\S+)\. /.exec(stdout)?.[1] ?? '';
  expect([modeOf(former), statSync(former).size > 0]).toEqual(['600', true]);
});

test('what is no whole backup of this version is neither restored nor called whole', async () => {
  const app = await startApp();
  await registerHousehold(app.url);
  const { file } = await backUp(app.place, '--to', temporaryFolder());
  await app.stop();
  const folder = temporaryFolder();
  const spoilt = (name: string, change: (copy: string) => void) => {
    const copy = join(folder, name);
    copyFileSync(file, copy);
    chmodSync(copy, 0o600);
    change(copy);
    return copy;
  };
  const run = (sql: string) => (copy: string) => {
    const db = new DatabaseSync(copy);
    db.exec(sql);
    db.close();
  };
  const cases: [[string, RegExp], ...[string, RegExp][]] = [
    [join(folder, 'none.db'), /^There is no file/],
    [
      spoilt('text.db', (copy) => writeFileSync(copy, 'text '.repeat(2000))),
      /cannot be restored: the file is damaged/,
    ],
    [spoilt('newer.db', run('PRAGMA user_version = 99')), /newer version of Framme \(schema 99/],
    [spoilt('other.db', run('PRAGMA user_version = 0')), /is no backup of Framme/],
    [spoilt('log.db', (copy) => writeFileSync(`${copy}-wal`, 'log')), /without which it is not whole/],
  ];
  for (const [copy, says] of cases)
    expect(await framme(app.place, 'restore', copy)).toMatchObject({
      ...{ code: 1, stderr: expect.stringMatching(says) },
    });
  const [[none, says]] = cases;
  expect(await framme(app.place, 'restore', '--check', none)).toMatchObject({
    ...{ code: 1, stderr: expect.stringMatching(says) },
  });
  expect(readdirSync(app.dataDir).toSorted()).toEqual(['framme.db', 'framme.epoch', 'framme.lock']);
});

test('a damaged database gives way to a backup, and is kept with its log', async () => {
  const app = await startApp();
  await registerHousehold(app.url);
  const { file } = await backUp(app.place, '--to', temporaryFolder());
  await app.stop();
  const data = join(app.dataDir, 'framme.db');
  writeFileSync(data, 'x'.repeat(9000));
  writeFileSync(`${data}-wal`, 'log');
  const { code, stdout } = await framme(app.place, 'restore', file, '--json');
  const { former } = JSON.parse(stdout);
  expect([code, statSync(former).size, statSync(`${former}-wal`).size]).toEqual([0, 9000, 3]);
  expect(readdirSync(app.dataDir)).not.toContain('framme.db-wal');
  expect(await framme(app.place, 'verify')).toMatchObject({ code: 0 });
});

test('before a migration a backup is made by itself, one at a time, unless a setting turns it off', async () => {
  const dataDir = temporaryFolder();
  const data = join(dataDir, 'framme.db');
  const start = async (env: Record<string, string>) => {
    rmSync(data, { force: true });
    runOnFile(dataDir, baseline('sqlite'));
    return framme({ DATA_DIR: dataDir, ...env }, 'migrate');
  };
  await start({ BACKUP_BEFORE_MIGRATION: 'off' });
  expect(readdirSync(dataDir)).not.toContain('backups');
  const { code, stderr, stdout } = await start({});
  expect([code, stdout]).toEqual([0, 'The data is at the schema of this version.\n']);
  const folder = join(dataDir, 'backups');
  const [name = ''] = readdirSync(folder);
  expect(name).toMatch(/^framme-.*Z-before-schema-\d+\.db$/);
  expect(stderr.split('\n').filter((line) => /migrat/.test(line))).toEqual([
    expect.stringContaining(`a backup was made before the migration: ${join(folder, name)}`),
    expect.stringContaining('the database is migrated to this version; do not switch off'),
  ]);
  const copy = new DatabaseSync(join(folder, name), { readOnly: true });
  expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: 8 });
  copy.close();
  await start({});
  expect(readdirSync(folder)).toHaveLength(1);
  expect(readdirSync(folder)).not.toContain(name);
  const back = await framme({ DATA_DIR: dataDir }, 'restore', join(folder, readdirSync(folder)[0] ?? ''));
  expect([back.code, back.stdout]).toEqual([0, expect.stringContaining('schema 8.')]);
  expect((await framme({ DATA_DIR: dataDir }, 'migrate')).code).toBe(0);
  expect(await framme({ DATA_DIR: dataDir }, 'verify')).toMatchObject({ code: 0 });
});
