import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { newDatabase, newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { COMPILED } from '#tests/support/server/compiled.ts';
import { openPostgresStore } from './postgres.ts';

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

test('a wrong user or password stops the start with a sentence that does not repeat it', async () => {
  const address = changed(inject('postgres').server, (url) => {
    url.username = 'nobody-of-that-name';
    url.password = 'geheim';
  });
  const { code, stderr } = await startOn(address);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The database at \S+ refused Framme \(28\w{3}\)\. Correct the user and the password .*\n$/,
  );
  expect(stderr).not.toContain('geheim');
});

test.each([
  ['no-such-database', /\(3D000\).*Create it/],
  ['\u{1F6B2}', /\(3D000\).*Create it/],
])('a database that does not exist is named: %s', async (name, sentence) => {
  const address = changed(inject('postgres').server, (url) => {
    url.pathname = `/${name}`;
  });
  await expect(openAndClose(address)).rejects.toThrow(sentence);
});

test('a missing password and an unknown host are reported in a sentence', async () => {
  const { server } = inject('postgres');
  const noPassword = changed(server, (url) => {
    url.username = 'nobody-of-that-name';
    url.password = '';
  });
  await expect(openAndClose(noPassword)).rejects.toThrow(/^The database at .* DATABASE_URL\.$/);
  const nowhere = 'postgres://framme:geheim@nowhere.invalid/framme';
  await expect(openAndClose(nowhere)).rejects.toThrow(
    /^The database at nowhere\.invalid\/framme cannot be reached/,
  );
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
