import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '#scripts/client-build.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { hostOf } from '#server/config/host.ts';
import { loadDocuments } from '#server/pages/load-documents.ts';
import { createLog } from '#server/process/log.ts';
import { openStore } from '#server/store/hosting/open.ts';

// The real server with a development build of React, which reports every attribute that differs from the
// document at hydration, not only texts.

const dist = join(ROOT, 'node_modules/.cache', `development-${process.pid}`);
process.on('exit', () => rmSync(dist, { recursive: true, force: true }));
process.env.NODE_ENV = 'development';
await build({
  configFile: join(ROOT, 'vite.config.ts'),
  mode: 'development',
  logLevel: 'error',
  build: { outDir: join(dist, 'client'), minify: false },
});
// The page behind a link has a build of its own, and nothing to hydrate.
for (const part of ['render', 'client/visit.html', 'client/visit-assets', 'client/.vite/visit-manifest.json'])
  cpSync(join(ROOT, 'dist', part), join(dist, part), { recursive: true });

const config = readConfig(process.env);
if (Array.isArray(config)) throw new Error(config.join('\n'));
const store = await openStore(config, (error) => {
  throw error;
});
const app = createApp({
  config,
  store,
  now: Date.now,
  uptime: () => performance.now(),
  log: createLog(config.logLevel),
  channel: async () => undefined,
  clientFolder: join(dist, 'client'),
  documents: await loadDocuments(dist, hostOf(config), []),
  e164: () => undefined,
});
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
await app.listen({ port: config.port, host: config.host });
process.stdout.write(`A server in development is ready at http://localhost:${config.port}\n`);
