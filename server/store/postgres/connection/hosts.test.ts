import { expect, onTestFinished, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { startPostgresPair } from '#tests/support/postgres/postgres-process.ts';
import { type AppOptions, startApp, until } from '#tests/support/server/app.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { get } from '#tests/support/server/http.ts';
import { listen, pagesOf } from '#tests/support/server/live-stream.ts';
import { openPostgresStore } from '../postgres.ts';

/** Without a hint no stream hears of a change before the test is over. */
const HINTS_ALONE = { heartbeat: 100, poll: 600_000 };
/** The connections on which hints are heard. */
const LISTENING = "SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND state = 'idle'";

/** The address with these hosts in the place of its own; `own` stands for it. */
function withHosts(address: string, hosts: string): string {
  const { host } = new URL(address);
  return address.replace(host, hosts.replace('own', host));
}

/** Starts an app. A host that stands still for two seconds is passed over, so that the first try may reach none. */
const start = (options: AppOptions) => startApp(options).catch(() => startApp(options));

/** Runs a command until it succeeds, for the same reason. */
const succeeds = (DATABASE_URL: string, ...words: string[]) =>
  until(async () => (await framme({ DATABASE_URL }, ...words)).code === 0);

test.each(['own,127.0.0.1:1', '127.0.0.1:1,nowhere.invalid,own'])(
  'of several hosts the one that can be reached is taken: %s',
  async (hosts) => {
    const DATABASE_URL = withHosts(await newDatabase(), hosts);
    const { url } = await start({ env: { DATABASE_URL } });
    const phone = await registerHousehold(url);
    await phone.addFriend(await phone.addChild());
    expect(await phone.documents()).toHaveLength(3);
    await succeeds(DATABASE_URL, 'verify');
  },
);

test('hosts of which none takes writes stop the start with one sentence, without the password', async () => {
  const address = await newDatabase();
  const [row] = await runSql(address, 'SELECT current_database() AS name');
  await runSql(address, `ALTER DATABASE ${row?.name} SET default_transaction_read_only = on`);
  const { host, password } = new URL(address);
  let failure = '';
  // A machine that stands still may not hear of a host in time.
  await until(async () => {
    failure = String(await openPostgresStore(withHosts(address, '127.0.0.1:1,own')).catch(String));
    return failure.includes('(read-only)');
  });
  expect(failure).toMatch(/No host of the database takes writes: .* Start the primary, promote a standby/);
  expect(failure).toContain(`127.0.0.1:1/${row?.name} (ECONNREFUSED), ${host}/${row?.name} (read-only)`);
  if (password !== '') expect(failure).not.toContain(password);
});

test('a standby that takes over is found by itself: nothing acknowledged is lost, and hints are heard again', {
  timeout: 240_000,
}, async () => {
  const pair = await startPostgresPair();
  onTestFinished(() => pair.stop());
  await pair.makeSynchronous();
  // The standby stands first: it is passed over while it follows.
  const DATABASE_URL = withHosts(pair.primary, `${new URL(pair.standby).host},own`);
  const one = await start({ env: { DATABASE_URL } });
  await succeeds(DATABASE_URL, 'refuse-links', '+46 70 123 45 67');
  const other = await start({ env: { DATABASE_URL }, change: () => ({ liveTimes: HINTS_ALONE }) });
  const phone = await registerHousehold(one.url);
  const ella = await phone.addFriend(await phone.addChild());
  await phone.run('checkIn', ella);
  await pair.killPrimary();
  expect((await phone.trySync({ ops: [phone.op('checkOut', ella)] })).status).toBe(503);
  await pair.promote();
  for (const { url } of [one, other]) await until(async () => (await get(url, '/readyz')).status === 200);
  const stream = await listen(other.url, { cookie: phone.cookie, cursor: (await phone.sync()).cursor });
  await until(() => stream.heard.length > 0);
  await until(async () => (await runSql(pair.standby, LISTENING)).length === 2);
  await phone.run('checkOut', ella);
  await until(() => pagesOf(stream).length > 0);
  expect(await phone.documents()).toHaveLength(4);
});
