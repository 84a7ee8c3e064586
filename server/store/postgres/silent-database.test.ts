import { expect, onTestFinished, test } from 'vitest';
import { newSchema } from '#tests/support/postgres/databases.ts';
import { startSilentRelay } from '#tests/support/postgres/silent-relay.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { openPostgresStore } from './postgres.ts';

test('a store closes though its database has fallen silent', async () => {
  const relay = await startSilentRelay(await newSchema());
  const store = await openPostgresStore(relay.address);
  await store.check();
  relay.fallSilent();
  await expect(store.close()).resolves.toBeUndefined();
});

test('a server ends on SIGTERM though its database has fallen silent', async () => {
  const relay = await startSilentRelay(await newSchema());
  const server = await startServer({ env: { DATABASE_URL: relay.address } });
  onTestFinished(server.kill);
  // A question that is under way waits for its answer, for longer than the shutdown does.
  await relay.untilQuiet();
  relay.fallSilent();
  expect(await server.stop()).toBe(0);
});
