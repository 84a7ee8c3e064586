import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '#scripts/client-build.ts';
import { serveAltered } from './altered-server.ts';

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

await serveAltered((transaction) => transaction, { dist });
