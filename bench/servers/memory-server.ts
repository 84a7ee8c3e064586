import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { memoryStore } from './memory-store.ts';

/**
 * The whole app of a checkout (APP_ROOT) on a store in memory: what a tap costs without any storage. On the message
 * "profile" it samples its JavaScript until the next one, and answers with the profile.
 */
const root = process.env.APP_ROOT ?? '';
const from = async <T>(file: string) => (await import(pathToFileURL(join(root, file)).href)) as T;
const { createApp } = await from<typeof import('#server/app.ts')>('server/app.ts');
const { readConfig } = await from<typeof import('#server/config/config.ts')>('server/config/config.ts');
const { createLog } = await from<typeof import('#server/process/log.ts')>('server/process/log.ts');

const config = readConfig(process.env);
if (Array.isArray(config)) throw new Error(config.join('\n'));
const app = createApp({
  config,
  store: memoryStore(JSON.parse(readFileSync(join(config.dataDir, 'families.json'), 'utf8'))),
  now: Date.now,
  uptime: () => performance.now(),
  log: createLog(config.logLevel),
  channel: async () => undefined,
  clientFolder: '',
  documents: undefined,
  e164: () => undefined,
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`Framme without a store is ready at ${address.replace('127.0.0.1', 'localhost')}`);
process.on('SIGTERM', () => process.exit(0));

const session = new Session();
session.connect();
let isProfiling = false;
process.on('message', (message) => {
  if (message === 'profile') void profile();
});

async function profile(): Promise<void> {
  if (isProfiling) process.send?.((await session.post('Profiler.stop')).profile);
  else {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    process.send?.('started');
  }
  isProfiling = !isProfiling;
}
