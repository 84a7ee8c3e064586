import { spawnSync } from 'node:child_process';
import { buildClient } from './client-build.ts';

/** Writes docs/screen-reader.*.txt: the announcements on the main journey, in both languages. */
buildClient();
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    'e2e/keyboard.spec.ts',
    '--grep=360 px',
    '--project=sv',
    '--project=en',
  ],
  { stdio: 'inherit', env: { ...process.env, SCREEN_READER_LOG: 'docs' } },
);
process.exitCode = status ?? 1;
