import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readSource } from '#tests/support/walls/source.ts';
import { breaches, LONGEST_FILE } from '#tests/support/walls/walls.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function sourcesOfTheHouse() {
  const found = await Array.fromAsync(
    glob('{domain,client,server,e2e,bench,tests,scripts}/**/*.{ts,tsx,mjs}', { cwd: ROOT }),
  );
  return found.map((path) => readSource(path.replaceAll('\\', '/'), readFileSync(`${ROOT}${path}`, 'utf8')));
}

// Tests meet both sides on purpose, so only the sources themselves are held to the walls.
const isTest = (path: string) => /\.test\.tsx?$|^(e2e|tests|bench)\//.test(path);

test('no source breaks a wall', async () => {
  const sources = await sourcesOfTheHouse();
  expect(sources.length).toBeGreaterThan(10);
  expect(breaches(sources.filter(({ path }) => !isTest(path)))).toEqual([]);
});

test('no test file is too long', async () => {
  const tests = (await sourcesOfTheHouse()).filter(({ path }) => isTest(path));
  expect(tests.filter(({ lines }) => lines > LONGEST_FILE).map(({ path }) => path)).toEqual([]);
});

describe('each wall reports who breaks it', () => {
  test.each([
    ['domain/a.ts', "import { x } from '#server/a.ts';", 'alone'],
    ['client/ui/a.tsx', '<form onSubmit={submit} />', 'without method'],
    ['client/ui/a.tsx', '<form method="post" />', 'without method'],
    ['domain/a.ts', "import fs from 'node:fs';", 'alone'],
    ['domain/a.ts', "import { x } from '../server/a.ts';", '#room'],
    ['client/app/a.ts', "import type { X } from '#server/a.ts';", 'never meet'],
    ['client/app/a.ts', "type X = import('#server/a.ts').X;", 'never meet'],
    ['server/a.ts', "const x = await import('#client/a.ts');", 'never meet'],
    ['server/a/b.ts', "export { x } from '../../domain/a.ts';", '#room'],
    ['client/features/a/b.tsx', "import { x } from '../c/d.ts';", 'features never'],
    ['client/features/a/b.tsx', "export * from '#client/features/c/d.ts';", 'features never'],
    ['client/ui/a.tsx', "export const x = () => fetch('/api');", 'uses fetch'],
    ['client/ui/a.ts', 'window.localStorage.clear();', 'uses localStorage'],
    ['client/routes/a.ts', "new EventSource('/api/live');", 'uses EventSource'],
    ['client/translations/a.ts', "indexedDB.open('x');", 'uses indexedDB'],
    ['server/documents/a.ts', "import { DatabaseSync } from 'node:sqlite';", 'databases'],
    ['scripts/a.ts', "import pg from 'pg';", 'databases'],
    ['server/a.ts', 'void 0;\n'.repeat(LONGEST_FILE + 1), 'split it'],
  ])('%s (#%#)', (path, text, reported) => {
    expect(breaches([readSource(path, text)]).join()).toContain(reported);
  });
});

describe('what is allowed is not reported', () => {
  test.each([
    ['domain/commands/a.ts', "import * as v from 'valibot'; import { x } from '../time.ts';"],
    ['client/features/a/b.ts', "import { x } from './c.ts'; import { y } from '#client/data/port.ts';"],
    ['client/data/a.ts', "await fetch('/api/sync'); localStorage.clear();"],
    [
      'client/ui/a.ts',
      "// fetch(everything)\nexport const a = { fetch: 1, text: 'localStorage' }; port.fetch();",
    ],
    ['client/ui/a.tsx', '<form method="dialog" id={form}><input /></form>'],
    ['client/translations/a.ts', "import detector from 'i18next-browser-languagedetector';"],
    ['server/store/sqlite/sqlite.ts', "import { DatabaseSync } from 'node:sqlite';"],
  ])('%s (#%#)', (path, text) => {
    expect(breaches([readSource(path, text)])).toEqual([]);
  });
});
