import { fileURLToPath } from 'node:url';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import type { Store, Transaction } from '#server/store/port.ts';
import { openSqliteStore } from '#server/store/sqlite.ts';

/** The server without one defence, for a control: it never remembers which ops it has applied, nor their order. */

const config = readConfig(process.env);
if (Array.isArray(config)) throw new Error(config.join('\n'));
const store = openSqliteStore(config.dataDir, (error) => {
  throw error;
});
const app = createApp({
  config,
  store: forgetting(store),
  now: Date.now,
  log: createLog(config.logLevel),
  channel: async () => undefined,
  clientFolder: fileURLToPath(new URL('../../dist/client', import.meta.url)),
  e164: () => undefined,
});
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
await app.listen({ port: config.port, host: config.host });
process.stdout.write(`Framme, without a memory, is ready at http://localhost:${config.port}\n`);

function forgetting(honest: Store): Store {
  return {
    ...honest,
    transact: (household, work) => honest.transact(household, (transaction) => work(without(transaction))),
  };
}

function without(transaction: Transaction): Transaction {
  return {
    ...transaction,
    begin: async (device, ops) => ({
      ...(await transaction.begin(device, ops)),
      lastSequence: 0,
      outcomes: new Map(),
    }),
    save: (batch) => transaction.save({ ...batch, outcomes: [] }),
  };
}
