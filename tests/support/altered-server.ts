import { fileURLToPath } from 'node:url';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import type { Store, Transaction } from '#server/store/port.ts';
import { openSqliteStore } from '#server/store/sqlite.ts';

/** Starts the server on a store whose transactions are altered, for tests that need one that misbehaves. */
export async function serveAltered(alter: (transaction: Transaction) => Transaction): Promise<void> {
  const config = readConfig(process.env);
  if (Array.isArray(config)) throw new Error(config.join('\n'));
  const store = openSqliteStore(config.dataDir, (error) => {
    throw error;
  });
  const app = createApp({
    config,
    store: altered(store, alter),
    now: Date.now,
    log: createLog(config.logLevel),
    channel: async () => undefined,
    clientFolder: fileURLToPath(new URL('../../dist/client', import.meta.url)),
    e164: () => undefined,
  });
  process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
  await app.listen({ port: config.port, host: config.host });
  process.stdout.write(`An altered server is ready at http://localhost:${config.port}\n`);
}

function altered(store: Store, alter: (transaction: Transaction) => Transaction): Store {
  return {
    ...store,
    transact: (household, work) => store.transact(household, (transaction) => work(alter(transaction))),
  };
}
