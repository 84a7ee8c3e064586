import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { startSilentRelay } from '#tests/support/postgres/silent-relay.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { hooked } from '#tests/support/server/hooked.ts';

/** A data folder with one family. */
async function family(): Promise<string> {
  const app = await startApp({ env: { DATABASE_URL: '' } });
  await registerHousehold(app.url);
  await app.stop();
  return app.dataDir;
}

/** Kills a move when it tells for the second time how far it is: something is written by then. */
const KILLED = `const { write } = process.stderr;
  let told = 0;
  process.stderr.write = (text, ...rest) => {
    if (/^moving/.test(text) && ++told === 2) process.kill(process.pid, 'SIGKILL');
    return write.call(process.stderr, text, ...rest);
  };`;

const toPostgres = (dataDir: string, address: string, env: Record<string, string> = {}) =>
  framme({ DATABASE_URL: address, ...env }, 'move', '--from', `sqlite:${dataDir}`, '--to', 'postgres:');

test('a start on a database whose move was killed is refused, until the move is run to its end', async () => {
  const [dataDir, address] = [await family(), await newDatabase()];
  const start = () => framme({ DATABASE_URL: address }, 'migrate');
  // A server that was started there once has no data either.
  expect((await start()).code).toBe(0);
  expect((await toPostgres(dataDir, address, hooked(KILLED))).code).toBe(null);
  expect(await start()).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr:
      'A move to this database runs, or did not end, and the data is not in it: run the move to its end, then start Framme. ' +
      'To begin without that data, make the database anew.\n',
  });
  expect(await toPostgres(dataDir, address)).toMatchObject({ code: 0 });
  expect(await start()).toMatchObject({ code: 0 });
  expect(await runSql(address, 'SELECT count(*)::int AS count FROM households')).toEqual([{ count: 1 }]);
});

test('a start on a folder whose move was killed is refused, until the move is run to its end', async () => {
  const [dataDir, address, to] = [await family(), await newDatabase(), temporaryFolder()];
  await toPostgres(dataDir, address);
  const back = (env: Record<string, string>) =>
    framme({ DATABASE_URL: address, ...env }, 'move', '--from', 'postgres:', '--to', `sqlite:${to}`);
  const start = () => framme({ DATA_DIR: to }, 'migrate');
  expect((await back(hooked(KILLED))).code).toBe(null);
  const unfinished = join(to, 'framme.db.moving');
  expect(await start()).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: `A move to this folder did not end, and the data is not in it (${unfinished}). Run the move again, then start Framme. To begin without that data, delete that file.\n`,
  });
  expect(existsSync(join(to, 'framme.db'))).toBe(false);
  expect((await back({})).code).toBe(0);
  expect((await start()).code).toBe(0);
});

test('a target that is read-only, or whose disk is full, ends a move with a sentence, and a start is free again', async () => {
  const [dataDir, address] = [await family(), await newDatabase()];
  const name = new URL(address).pathname.slice(1);
  const says = async (sentence: RegExp) => {
    const { code, stderr } = await toPostgres(dataDir, address);
    expect([code, stderr.split('\n').at(-2)]).toEqual([1, expect.stringMatching(sentence)]);
  };
  expect((await framme({ DATABASE_URL: address }, 'migrate')).code).toBe(0);
  await runSql(address, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await says(/^The database at \S+ refused Framme \(25006\)\. It is starting, stopping or read-only\./);
  await runSql(inject('postgres').server, `ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await runSql(
    address,
    `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER no_room BEFORE INSERT ON households EXECUTE FUNCTION no_room()`,
  );
  await says(
    /^The database at \S+ refused Framme \(53100\)\. The disk of the database is full\. Make room on it/,
  );
  await runSql(address, 'DROP TRIGGER no_room ON households; DROP FUNCTION no_room');
  expect(await framme({ DATABASE_URL: address }, 'migrate')).toMatchObject({ code: 0 });
});

test('a target that falls silent ends a move with a sentence', async () => {
  const [dataDir, address] = [await family(), await newDatabase()];
  const relay = await startSilentRelay(address);
  // Ten minutes pass within two seconds.
  const quick = `const wait = setTimeout;
    globalThis.setTimeout = (work, ms, ...rest) => wait(work, ms === 600_000 ? 2000 : ms, ...rest);`;
  const moving = toPostgres(dataDir, relay.address, hooked(quick));
  const tables = async () =>
    (await runSql(address, 'SELECT mark FROM store_epoch').catch(() => []))[0]?.mark === 'moving';
  await expect.poll(tables, { timeout: 20_000, interval: 1 }).toBe(true);
  relay.fallSilent();
  const { code, stderr } = await moving;
  expect([code, stderr.split('\n').at(-2)]).toEqual([
    1,
    expect.stringMatching(
      /^The database .*\(Query read timeout\)\. .*(run the command again|DATABASE_URL)\.$/,
    ),
  ]);
});
