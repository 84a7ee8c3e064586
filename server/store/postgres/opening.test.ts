import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { newDatabase, newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { startSilentRelay } from '#tests/support/postgres/silent-relay.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { COMPILED } from '#tests/support/server/compiled.ts';
import { openPostgresAdminStore, openPostgresStore } from './postgres.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));

function changed(address: string, change: (url: URL) => void): string {
  const url = new URL(address);
  change(url);
  return url.href;
}

async function openAndClose(address: string): Promise<void> {
  await (await openPostgresStore(address)).close();
}

/** Starts the server process on a database, as `npm start` does. */
async function startOn(address: string, cwd = temporaryFolder()) {
  const child = spawn(process.execPath, [MAIN], {
    cwd,
    env: { ...COMPILED, PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: address },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

test('the server starts on a database, writes no files, and exits with 0', async () => {
  const [address, cwd] = [await newSchema(), temporaryFolder()];
  expect(await startOn(address, cwd)).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(cwd)).toEqual([]);
  expect(await runSql(address, 'SELECT count(*)::int AS count FROM households')).toEqual([{ count: 0 }]);
});

test('an unreachable database stops the start with one sentence, without the password', async () => {
  const { code, stdout, stderr } = await startOn('postgres://framme:geheim@127.0.0.1:1/framme');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    'The database at 127.0.0.1:1/framme cannot be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.\n',
  );
});

const stranger = { username: 'nobody-of-that-name', password: 'geheim' };

test.each<readonly [what: string, change: Partial<URL>, says: RegExp]>([
  ['a database that does not exist', { pathname: '/no-such-database' }, /\(3D000\).*Create it/],
  ['one whose name is no ASCII', { pathname: '/\u{1F6B2}' }, /\(3D000\).*Create it/],
  [
    'a wrong user',
    stranger,
    /^The database at \S+ refused Framme \(28\w{3}\)\. Correct the user and the password /,
  ],
  ['a missing password', { ...stranger, password: '' }, /^The database at .* DATABASE_URL\.$/],
  ['an unknown host', { host: 'nowhere.invalid' }, /^The database at nowhere\.invalid\S* cannot be reached/],
])('%s is told in a sentence, without a password', async (_what, change, says) => {
  const address = changed(inject('postgres').server, (url) => Object.assign(url, change));
  const error = await openAndClose(address).catch((caught: Error) => caught);
  expect(error).toMatchObject({ message: expect.stringMatching(says) });
  expect(String(error)).not.toContain('geheim');
});

test('a command refuses a database of another version, leaves it unchanged, and says what to do', async () => {
  const address = await newSchema();
  await expect(openPostgresAdminStore(address)).rejects.toThrow(
    /another version of Framme.*start the server/,
  );
  expect(await runSql(address, "SELECT to_regclass('accounts') AS name")).toEqual([{ name: null }]);
  await openAndClose(address);
  await (await openPostgresAdminStore(address)).close();
  await runSql(address, 'UPDATE framme_schema SET version = 99');
  await expect(openPostgresAdminStore(address)).rejects.toThrow(/another version of Framme/);
});

test('a store closes though its database has fallen silent', async () => {
  const relay = await startSilentRelay(await newSchema());
  const store = await openPostgresStore(relay.address);
  await store.check();
  relay.fallSilent();
  await expect(store.close()).resolves.toBeUndefined();
});

test('a user who may not create tables is refused with a sentence', async () => {
  const address = await newDatabase();
  const name = `reader_${new URL(address).pathname.slice(-12)}`;
  await runSql(address, `CREATE USER ${name} PASSWORD 'reader'`);
  const asReader = changed(address, (url) => {
    url.username = name;
    url.password = 'reader';
  });
  await expect(openAndClose(asReader)).rejects.toThrow(/\(42501\).*Make it the owner/);
  await runSql(address, `DROP USER ${name}`);
});

test.each([
  ['synchronous_commit = off', /does not sync its commits/],
  ['default_transaction_read_only = on', /\(25006\).*read-only/],
])('a database with %s is refused', async (setting, sentence) => {
  const address = await newDatabase();
  const name = new URL(address).pathname.slice(1);
  await runSql(address, `ALTER DATABASE ${name} SET ${setting}`);
  await expect(openAndClose(address)).rejects.toThrow(sentence);
});

test('a database in another encoding is refused', async () => {
  const address = await newDatabase("ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'");
  await expect(openAndClose(address)).rejects.toThrow(/encoding must be UTF8, and is LATIN1/);
});
