import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { environmentOf } from './tools.ts';

/** Puts a program of this name, a script of a shell, alone in a folder for PATH. */
function fakeTool(name: string, script: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

test('an address becomes an environment, with what stands in its parameters', () => {
  expect(
    environmentOf('postgres://anna:b%40d@[::1]:5433/my%20db?sslmode=verify-full&options=-c%20a%3Db&x=y'),
  ).toEqual({
    ...{ PGHOST: '::1', PGPORT: '5433', PGUSER: 'anna', PGPASSWORD: 'b@d', PGDATABASE: 'my db' },
    ...{ PGSSLMODE: 'verify-full', PGOPTIONS: '-c a=b' },
  });
  expect(environmentOf('postgres://anna@base/framme?sslmode=no-verify')).toMatchObject({
    PGSSLMODE: 'require',
  });
  expect(environmentOf('postgres://anna@%2Frun%2Fpostgresql/framme')).toMatchObject({
    PGHOST: '/run/postgresql',
  });
  expect(environmentOf('postgres://anna@base/framme?host=/run/postgresql')).toEqual({
    ...{ PGHOST: '/run/postgresql', PGUSER: 'anna', PGDATABASE: 'framme' },
  });
  expect(environmentOf('postgres://anna@one:5433,[::1],three:5434/framme')).toEqual({
    ...{ PGHOST: 'one,::1,three', PGPORT: '5433,,5434', PGTARGETSESSIONATTRS: 'read-write' },
    ...{ PGUSER: 'anna', PGDATABASE: 'framme' },
  });
});

test('the password is on no command line, and a dump that fails leaves nothing and says why', async () => {
  const app = await startApp();
  const said = join(temporaryFolder(), 'said');
  const PATH = fakeTool(
    'pg_dump',
    `echo "$@" > ${said}; echo "$PGPASSWORD $PGHOST" >> ${said}; echo "too old" >&2; exit 3`,
  );
  const address = new URL(app.place.DATABASE_URL ?? '');
  const env = { ...app.place, PATH };
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await framme(env, 'backup', '--to', folder);
  expect([code, stdout, stderr]).toEqual([1, '', 'pg_dump ended with code 3: too old\n']);
  expect(readdirSync(folder)).toEqual([]);
  const [line = '', variables = ''] = readFileSync(said, 'utf8').split('\n');
  expect(line).toMatch(/^--format=custom --file=\S+\.part \w+$/);
  const password = decodeURIComponent(address.password);
  expect(variables).toBe(`${password} ${address.hostname || address.searchParams.get('host')}`);
  if (password !== '') expect(line).not.toContain(password);
});

test('without pg_dump a sentence says what to install, and what to run where it is', async () => {
  const app = await startApp();
  const { code, stderr } = await framme({ ...app.place, PATH: temporaryFolder() }, 'backup');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^pg_dump is not installed\. .*postgresql-client.*: pg_dump --format=custom --file=\S+ \w+\n$/,
    ),
  ]);
});

test('a database of an earlier version is backed up before it is migrated, one of a newer version or of none is not', async () => {
  const app = await startApp();
  const env = { ...app.place, PATH: temporaryFolder() };
  const at = async (schema: string) => {
    await runSql(app.place.DATABASE_URL ?? '', `UPDATE framme_schema SET version = ${schema}`);
    return (await framme(env, 'backup')).stderr;
  };
  expect(await at('version - 1')).toMatch(/^pg_dump is not installed/);
  expect(await at('99')).toMatch(/newer version of Framme \(schema 99/);
  const none = await framme({ ...env, DATABASE_URL: await newDatabase() }, 'backup');
  expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/holds no data of Framme/)]);
});

test('a dump beside a running server is whole, restores as the owner into an empty database, and has another epoch', async () => {
  const address = await newDatabase();
  const [row] = await runSql(address, "SELECT current_setting('server_version_num')::int / 10000 AS version");
  const installed = /\) (\d+)/.exec(
    spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '',
  )?.[1];
  const canDump = installed !== undefined && Number(installed) >= Number(row?.version);
  const env = { DATABASE_URL: address, PATH: process.env.PATH ?? '' };
  const app = await startApp({ env });
  const phone = await registerHousehold(app.url);
  await phone.addFriend(await phone.addChild());
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await framme(env, 'backup', '--to', folder, '--json');
  if (!canDump) {
    // Of an older pg_dump, or none, nothing more can be seen; TEST_DATABASE_URL names a server that it can dump.
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^pg_dump (is not installed|ended with code 1: )/),
    ]);
    expect(readdirSync(folder)).toEqual([]);
    return;
  }
  expect([code, stderr]).toEqual([0, '']);
  const { file } = JSON.parse(stdout);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await framme(env, 'restore', '--check', file)).toMatchObject({ code: 0 });
  const before = await phone.documents();
  const epoch = app.store.epoch();
  await app.stop();
  const full = await framme(env, 'restore', file);
  expect([full.code, full.stderr]).toEqual([1, expect.stringMatching(/is not empty\. Stop Framme/)]);
  const empty = { ...env, DATABASE_URL: await newDatabase() };
  const restored = await framme(empty, 'restore', file);
  expect([restored.stderr, restored.code]).toEqual(['', 0]);
  expect(restored.stdout).toMatch(/was restored: .* The last change in it is of 2/);
  expect(restored.stdout).toMatch(/^With it the push key of 2.* is back: .* renew-push-key/m);
  const again = await startApp({ env: empty });
  phone.url = again.url;
  expect(await phone.documents()).toEqual(before);
  expect(again.store.epoch()).not.toBe(epoch);
  expect(await framme(empty, 'verify')).toMatchObject({ code: 0 });
  await again.stop();
  await runSql(
    empty.DATABASE_URL,
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
     CREATE TRIGGER evil BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION f()`,
  );
  const odd = await framme(empty, 'backup', '--to', folder, '--keep', '1');
  expect([odd.code, odd.stderr]).toEqual([1, expect.stringMatching(/a restore refuses it, .*accounts evil/)]);
  const [foreign = ''] = readdirSync(folder).filter((name) => !file.endsWith(name));
  const target = { ...env, DATABASE_URL: await newDatabase() };
  const refused = await framme(target, 'restore', join(folder, foreign));
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /is not restored, .*function public f\(\) is none.*trigger public accounts evil is/,
    ),
  ]);
  expect(await runSql(target.DATABASE_URL, "SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  writeFileSync(file, readFileSync(file).subarray(0, 2000));
  expect(await framme(env, 'restore', '--check', file)).toMatchObject({ code: 1 });
});

test.each([
  [
    'could not read from input file: end of file',
    /it is cut off, damaged or no backup\. Copy it once more, or take another one\. \(/,
  ],
  [
    'unsupported version (1.17) in file header',
    /was made by a newer pg_dump than this pg_restore\. Install /,
  ],
])('a dump of which pg_restore says "%s" gets a sentence', async (words, says) => {
  const file = join(temporaryFolder(), 'framme.dump');
  writeFileSync(file, 'PGDMP\x01\x0f');
  const PATH = fakeTool('pg_restore', `echo 'pg_restore: error: ${words}' >&2; exit 1`);
  const env = { DATABASE_URL: await newDatabase(), PATH };
  const { code, stderr } = await framme(env, 'restore', file);
  expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
  expect(stderr).toMatch(new RegExp(`^${file} .*${words.slice(0, 19)}.*\\)\n$`));
});

test('a database that is not empty, and a backup of the embedded one, are not called a database out of reach', async () => {
  const app = await startApp();
  const PATH = fakeTool('pg_restore', "echo '1; 0 1 TABLE DATA public households framme'");
  const dump = join(temporaryFolder(), 'framme.dump');
  writeFileSync(dump, 'PGDMP\x01\x0f');
  const full = await framme({ ...app.place, PATH }, 'restore', dump);
  expect([full.code, full.stderr]).toEqual([
    1,
    expect.stringMatching(/^The database \w+ is not empty\. Stop Framme/),
  ]);
  writeFileSync(dump, 'SQLite format 3\0');
  const embedded = await framme({ ...app.place, PATH }, 'restore', dump);
  expect([embedded.code, embedded.stderr]).toEqual([
    1,
    expect.stringMatching(/is of the embedded database, and DATABASE_URL is set\. Restore it without/),
  ]);
});
