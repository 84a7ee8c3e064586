import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { VisitorRef } from '#domain/paths.ts';
import { openStore } from '#server/store/admin/open.ts';
import { followingFamilies, seenBy } from '#tests/support/people/following-families.ts';
import { HouseholdOnPhone, newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { newPhone, openPage } from '#tests/support/phone/phone-on-node.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { startApp, temporaryFolder, until } from '#tests/support/server/app.ts';
import { doctor } from '#tests/support/server/doctor.ts';
import { framme } from '#tests/support/server/framme-command.ts';

const ASTRID = {
  ...{ firstName: 'Astrid', lastName: 'Lind', email: 'astrid@example.org', password: PASSWORD },
};

type Place = { dataDir?: string; env: { DATABASE_URL: string } };

const onSqlite = (dataDir: string): Place => ({ dataDir, env: { DATABASE_URL: '' } });
const onPostgres = (address: string): Place => ({ env: { DATABASE_URL: address } });

/** Moves between a folder and the database of an address, which the environment names. */
function move(from: string, to: string, address: string, ...words: string[]) {
  return framme({ DATABASE_URL: address }, 'move', '--from', from, '--to', to, ...words);
}

async function stoppedFamily() {
  const dataDir = temporaryFolder();
  const app = await startApp(onSqlite(dataDir));
  const home = await registerHousehold(app.url);
  const ella = await home.addFriend(await home.addChild());
  await home.run('checkIn', ella);
  await app.stop();
  return { dataDir, home };
}

test('a family goes on after a move, and after one back: signed in, and what waited arrives once', async () => {
  const [first, last] = [temporaryFolder(), join(temporaryFolder(), 'new')];
  const address = await newDatabase();
  const phone = newPhone();
  const child = newId();
  const ella: VisitorRef = { child, kind: 'friend', visitor: newId() };
  const begin = async (place: Place) => {
    const app = await startApp(place);
    const page = openPage(phone, app.url);
    await page.ready;
    const home = () => {
      const household = page.household();
      if (!household) throw new Error('nobody is signed in');
      return household;
    };
    const synced = () =>
      until(async () => {
        await home().syncNow();
        const { state, waiting, historyLoading } = home().view();
        return state === 'loaded' && waiting === 0 && !historyLoading;
      });
    // The server has stored the tap, and its answer is lost with it; the next one waits on the phone.
    const tapTwiceAndStop = async (...names: ('checkIn' | 'checkOut')[]) => {
      phone.loseReply = app.stop;
      for (const name of names) await home().run(name, ella);
      await until(async () => {
        await home().syncNow();
        return phone.loseReply === undefined;
      });
      expect(home().view().waiting).toBe(2);
      await (home() as unknown as { close(): Promise<void> }).close();
    };
    const stored = () => {
      const cookie = [...phone.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return new HouseholdOnPhone(app.url, home().account, cookie).documents();
    };
    return { app, page, home, synced, tapTwiceAndStop, stored };
  };

  const one = await begin(onSqlite(first));
  await one.page.signIn('register', ASTRID);
  await one.home().run('addChild', { child, name: 'Kim', birthDate: '2018-05-04' });
  await one.home().run('addFriend', {
    ...{ child, friend: ella.visitor, name: 'Ella', parentPhone: '070-123 45 67' },
  });
  await one.synced();
  await one.tapTwiceAndStop('checkIn', 'checkOut');
  const there = await move(`sqlite:${first}`, 'postgres:', address, '--json');
  expect([there.code, there.stderr]).toEqual([
    0,
    expect.stringMatching(/^moving: 0 % .*moving: 100 % .*comparing: 100 % /s),
  ]);

  const two = await begin(onPostgres(address));
  await two.synced();
  const visitsOf = (documents: Map<string, unknown>) =>
    [...documents].filter(([path]) => path.includes('/visits/'));
  expect(visitsOf(await two.stored())).toHaveLength(1);
  expect(two.home().view()).toMatchObject({ refused: [], waiting: 0 });
  await two.tapTwiceAndStop('checkIn', 'checkOut');
  const before = await move('postgres:', `sqlite:${last}`, address, '--json');
  expect(before.code).toBe(0);

  const three = await begin(onSqlite(last));
  await three.synced();
  const documents = await three.stored();
  expect(visitsOf(documents)).toHaveLength(2);
  for (const [, visit] of visitsOf(documents)) expect(visit).toMatchObject({ open: false });
  expect(three.home().view()).toMatchObject({ refused: [], waiting: 0 });
  for (const env of [{ DATABASE_URL: address }, { DATA_DIR: last }])
    expect(await framme(env, 'verify')).toMatchObject({ code: 0, stderr: '' });
  expect([statSync(last).mode & 0o777, statSync(join(last, 'framme.db')).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
});

test('a following that a restored backup brought back shows nothing before a new yes, also after a move', async () => {
  const [dataDir, address] = [temporaryFolder(), await newDatabase()];
  const app = await startApp(onSqlite(dataDir));
  const { home } = await followingFamilies(app.url);
  expect(await seenBy(home)).toEqual(['Ella']);
  await app.stop();
  const db = new DatabaseSync(join(dataDir, 'framme.db'));
  // As a restore leaves it.
  db.exec("UPDATE store_epoch SET mark = ''");
  db.close();
  const seenOn = async (place: Place) => {
    const { url, stop } = await startApp(place);
    const seen = await seenBy(new HouseholdOnPhone(url, home.account, home.cookie));
    await stop();
    return seen;
  };
  const unstarted = { code: 1, stderr: expect.stringMatching(/^Framme was not started since a backup/) };
  expect(await move(`sqlite:${dataDir}`, 'postgres:', address)).toMatchObject(unstarted);
  expect(await seenOn(onSqlite(dataDir))).toEqual([undefined]);
  expect((await move(`sqlite:${dataDir}`, 'postgres:', address)).code).toBe(0);
  expect(await seenOn(onPostgres(address))).toEqual([undefined]);
  expect((await framme({ DATABASE_URL: address }, 'restored')).code).toBe(0);
  expect(await move('postgres:', `sqlite:${temporaryFolder()}`, address)).toMatchObject(unstarted);
  expect(await seenOn(onPostgres(address))).toEqual([undefined]);
  const last = join(temporaryFolder(), 'new');
  expect((await move('postgres:', `sqlite:${last}`, address)).code).toBe(0);
  expect(await seenOn(onSqlite(last))).toEqual([undefined]);
});

test('a move that is run again says that everything is there, and one changed row is found by its hash', async () => {
  const { dataDir } = await stoppedFamily();
  const address = await newDatabase();
  const run = () => move(`sqlite:${dataDir}`, 'postgres:', address);
  const first = await run();
  expect([first.code, first.stdout]).toEqual([
    0,
    expect.stringMatching(/^Moved in [\d.]+ s: 1 households, \d+ rows .* hash \w{64}\.\nSet DATABASE_URL/),
  ]);
  const again = await run();
  expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^Everything was there already: 1 /)]);
  await runSql(address, "UPDATE people SET body = replace(body, 'Ella', 'Elsa')");
  const changed = await run();
  expect([changed.code, changed.stderr]).toEqual([
    1,
    expect.stringMatching(/not what the source is: they differ in people \(\d+ rows and \d+\)/),
  ]);
  await runSql(address, "UPDATE people SET body = replace(body, 'Elsa', 'Ella')");
  expect((await run()).code).toBe(0);
  // A server was started there: what it holds is no longer what was moved.
  await (await startApp(onPostgres(address))).stop();
  const used = await run();
  expect([used.code, used.stderr]).toEqual([1, expect.stringMatching(/The target is not empty: .*in use/)]);
});

test('a server that starts on what a move has left behind warns, and so does doctor, until it is moved back', async () => {
  const { dataDir } = await stoppedFamily();
  const address = await newDatabase();
  const warnings: string[] = [];
  const started = async (place: { dataDir: string; databaseUrl: string | undefined }) => {
    warnings.length = 0;
    const store = await openStore(
      place,
      () => undefined,
      (_figures, text, isWarning) => isWarning && warnings.push(text),
    );
    await store.close();
    return warnings.join();
  };
  const [sqlite, postgres] = [
    { dataDir, databaseUrl: undefined },
    { dataDir: temporaryFolder(), databaseUrl: address },
  ];
  await move(`sqlite:${dataDir}`, 'postgres:', address);
  expect(await started(postgres)).toBe('');
  expect(await started(sqlite)).toMatch(/moved elsewhere.*Correct DATABASE_URL.*rm .*framme\.moved$/);
  const says = expect.stringMatching(/^This data was moved elsewhere/);
  expect((await doctor({ DATA_DIR: dataDir, DATABASE_URL: '' })).of('move')).toMatchObject([{ says }]);
  const back = temporaryFolder();
  await move('postgres:', `sqlite:${back}`, address);
  expect(await started({ dataDir: back, databaseUrl: undefined })).toBe('');
  expect(await started(postgres)).toMatch(/moved elsewhere.*COMMENT ON TABLE store_epoch IS NULL$/);
  expect((await doctor({ DATA_DIR: back, DATABASE_URL: address })).of('move')).toMatchObject([{ says }]);
  await runSql(address, 'COMMENT ON TABLE store_epoch IS NULL');
  expect(await started(postgres)).toBe('');
});

test('neither end may be in use, of another version, or filled', async () => {
  const { dataDir } = await stoppedFamily();
  const [address, filled] = [await newDatabase(), temporaryFolder()];
  const refused = async (from: string, to: string) => {
    const { code, stderr } = await move(from, to, address);
    expect(code).toBe(1);
    return stderr.replaceAll(/^(moving|comparing).*\n/gm, '');
  };
  const app = await startApp(onSqlite(dataDir));
  expect(await refused(`sqlite:${dataDir}`, 'postgres:')).toMatch(/^Another Framme is already running/);
  await app.stop();
  expect(await refused(`sqlite:${temporaryFolder()}`, 'postgres:')).toMatch(/^There is no database in /);
  const server = await startApp(onPostgres(address));
  for (const [from, to] of [
    [`sqlite:${dataDir}`, 'postgres:'],
    ['postgres:', `sqlite:${temporaryFolder()}`],
  ] as const)
    expect(await refused(from, to)).toMatch(/^The database \w+ is in use.*Stop it first\.\n$/);
  await registerHousehold(server.url);
  await server.stop();
  expect(await refused('postgres:', `sqlite:${dataDir}`)).toMatch(/^The target is not empty/);
  writeFileSync(join(filled, 'framme.db-wal'), 'the log of another database');
  expect(await refused('postgres:', `sqlite:${filled}`)).toMatch(/without its database/);
  await runSql(address, 'UPDATE framme_schema SET version = version - 1');
  expect(await refused('postgres:', `sqlite:${temporaryFolder()}`)).toMatch(/another version of Framme/);
  const db = new DatabaseSync(join(dataDir, 'framme.db'));
  db.exec('PRAGMA user_version = 3');
  db.close();
  expect(await refused(`sqlite:${dataDir}`, 'postgres:')).toMatch(/from before the first release of Framme/);
  expect(readdirSync(filled)).not.toContain('framme.db');
});

test('a password on the command line is refused and not repeated; it comes from the environment', async () => {
  const { dataDir } = await stoppedFamily();
  const address = new URL(await newDatabase());
  const { password } = address;
  for (const open of [address.href, `postgres://framme@127.0.0.1/x?password=${password || 'secret'}`]) {
    if (!open.includes('password=') && password === '') continue;
    const { code, stdout, stderr } = await framme({}, 'move', '--from', `sqlite:${dataDir}`, '--to', open);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^--to names a password/)]);
    expect(stderr).not.toContain(password || 'secret');
  }
  address.password = '';
  const env = { PGPASSWORD: decodeURIComponent(password) };
  const moved = await framme(env, 'move', '--from', `sqlite:${dataDir}`, '--to', address.href);
  expect([moved.code, moved.stdout]).toEqual([0, expect.stringContaining('Both sides are the same')]);
  for (const words of [
    ['--from', 'sqlite:a'],
    ['--from', `sqlite:${join(dataDir, 'framme.db')}`, '--to', address.href],
    ['--from', 'postgres:', '--to', 'sqlite:a'],
  ])
    expect(await framme({}, 'move', ...words)).toMatchObject({ code: 2, stdout: '' });
});
