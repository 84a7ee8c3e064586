import { spawnSync } from 'node:child_process';
import { buildClient } from './client-build.ts';

/** Writes anew what a screen reader says on the journey of the main job, in both languages: docs/screen-reader.*.txt. */
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
