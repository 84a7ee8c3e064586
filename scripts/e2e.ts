import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { keepInMemory } from '#tests/support/memory-folder.ts';
import { ensureClientBuilt, ROOT } from './client-build.ts';

// Passes its arguments to Playwright: npm run test:e2e -- --project sv journey
ensureClientBuilt();
// Databases and the profiles of browsers.
keepInMemory();
const args = [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', ...process.argv.slice(2)];
// Node strips types faster than Playwright compiles each file in each run.
const env = { ...process.env, PW_DISABLE_TS_ESM: '1' };
process.exitCode = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;
