import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/process/log.ts';
import { shutDownOnSignal } from '#server/process/shutdown.ts';
import { openStore } from '#server/store/admin/open.ts';

// The real server with other times for its shutdown. STUCK names the part that never ends: 'store' or none.
const config = readConfig(process.env);
if (Array.isArray(config)) throw new Error(config.join('\n'));
const never = () => new Promise<void>(() => undefined);
const opened = await openStore(config, (error) => {
  throw error;
});
const { STUCK } = process.env;
const store = STUCK === 'store' ? { ...opened, close: never } : opened;
const log = createLog(config.logLevel);
const stopping = new AbortController();
const app = createApp({
  config,
  store,
  now: Date.now,
  monotonicNow: () => performance.now(),
  log,
  channel: async () => undefined,
  clientFolder: join(config.dataDir, 'no-client'),
  documents: undefined,
  e164: () => undefined,
  stopping: stopping.signal,
});
const end = STUCK === 'nothing' ? 60_000 : 600;
const lastTaken = Number(process.env.LAST_TAKEN_MS ?? 0);
shutDownOnSignal({ app, store, log }, stopping, 0, { lastTaken, cutOff: 300, end });
await app.listen({ port: config.port, host: config.host });
process.stdout.write(`A stuck server is ready at http://localhost:${config.port}\n`);
