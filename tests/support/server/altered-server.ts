import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createApp } from '#server/app.ts';
import { readConfig, toSiteInfo } from '#server/config/config.ts';
import { loadDocuments } from '#server/pages/load-documents.ts';
import { createLog } from '#server/process/log.ts';
import type { Store, Transaction } from '#server/store/ports/store.ts';
import { openSqliteStore } from '#server/store/sqlite/sqlite.ts';
import { alteredStore } from './altered-store.ts';

interface ServerChanges {
  store?: (store: Store) => Store;
  app?: (app: FastifyInstance) => void;
  /** The folder of another build. */
  dist?: string;
}

/** Starts the server on a store with altered transactions, for controls and faults. */
export async function serveAltered(
  alter: (transaction: Transaction) => Transaction,
  more: ServerChanges = {},
): Promise<void> {
  const config = readConfig(process.env);
  if (Array.isArray(config)) throw new Error(config.join('\n'));
  const store = openSqliteStore(config.dataDir, (error) => {
    throw error;
  });
  const altered = alteredStore(store, alter);
  const dist = more.dist ?? fileURLToPath(new URL('../../../dist', import.meta.url));
  const app = createApp({
    config,
    store: more.store?.(altered) ?? altered,
    now: Date.now,
    monotonicNow: () => performance.now(),
    log: createLog(config.logLevel),
    channel: async () => undefined,
    clientFolder: join(dist, 'client'),
    documents: await loadDocuments(dist, toSiteInfo(config), []),
    e164: () => undefined,
  });
  more.app?.(app);
  process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
  await app.listen({ port: config.port, host: config.host });
  process.stdout.write(`An altered server is ready at http://localhost:${config.port}\n`);
}
