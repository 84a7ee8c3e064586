import { spawnSync } from 'node:child_process';
import { LANGUAGES } from '#domain/language.ts';
import { buildClient } from './client-build.ts';

/** Writes docs/screen-reader.*.txt: the announcements on the main journey, in every language. */
buildClient();
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    'e2e/keyboard.spec.ts',
    '--grep=360 px',
    ...LANGUAGES.map((language) => `--project=${language}`),
  ],
  { stdio: 'inherit', env: { ...process.env, SCREEN_READER_LOG: 'docs' } },
);
process.exitCode = status ?? 1;
