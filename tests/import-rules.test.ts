import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { NAMED_FILES } from '#tests/support/import-rules/folders.ts';
import { breaches, circles, FULLEST_FOLDER, LONGEST_FILE } from '#tests/support/import-rules/rules.ts';
import { readSource } from '#tests/support/import-rules/source.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

// Parsed once for all tests.
const paths = await Array.fromAsync(
  glob('{domain,client,server,e2e,bench,prove,tests,scripts}/**/*.{ts,tsx,mjs}', { cwd: ROOT }),
);
const sources = paths.map((path) =>
  readSource(path.replaceAll('\\', '/'), readFileSync(`${ROOT}${path}`, 'utf8')),
);

// Tests import both sides on purpose, so only the sources themselves are held to the rules.
const isTest = (path: string) => /\.test\.tsx?$|^(e2e|tests)\//.test(path);

test('no source breaks a rule', () => {
  expect(sources.length).toBeGreaterThan(10);
  expect(breaches(sources.filter(({ path }) => !isTest(path)))).toEqual([]);
});

test('no imports are circular', () => {
  expect(circles(sources)).toEqual([]);
});

test('every file that a rule names exists', () => {
  const files = sources.map(({ path }) => path);
  expect(NAMED_FILES.filter((file) => !files.includes(file))).toEqual([]);
});

test('no test file is too long', () => {
  const tests = sources.filter(({ path }) => isTest(path));
  expect(tests.filter(({ lines }) => lines > LONGEST_FILE).map(({ path }) => path)).toEqual([]);
});

test('no journey ends a route of Playwright, which may leave a request without any answer', async () => {
  const found = await Array.fromAsync(glob('{e2e,tests/controls}/**/*.ts', { cwd: ROOT }));
  const ends = (path: string) => /\.unroute|\btimes: 1\b/.test(readFileSync(ROOT + path, 'utf8'));
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(ends)).toEqual([]);
});

describe('each rule reports a source that breaks it', () => {
  test.each([
    ['domain/a.ts', "import { x } from '#server/a.ts';", 'alone'],
    ['client/ui/a.tsx', '<form onSubmit={submit} />', 'without method'],
    ['client/ui/a.tsx', '<form method="post" />', 'without method'],
    ['domain/a.ts', "import fs from 'node:fs';", 'alone'],
    ['domain/a.ts', "import { x } from '../server/a.ts';", '#folder'],
    ['client/app/a.ts', "import type { X } from '#server/a.ts';", 'never meet'],
    ['client/app/a.ts', "type X = import('#server/a.ts').X;", 'never meet'],
    ['server/a.ts', "const x = await import('#client/a.ts');", 'never meet'],
    ['server/a/b.ts', "export { x } from '../../domain/a.ts';", '#folder'],
    ['client/features/a/b.tsx', "import { x } from '../c/d.ts';", 'features never'],
    ['client/features/a/b.tsx', "export * from '#client/features/c/d.ts';", 'features never'],
    ['client/ui/a.tsx', "export const x = () => fetch('/api');", 'uses fetch'],
    ['client/ui/a.ts', 'window.localStorage.clear();', 'uses localStorage'],
    ['client/routes/a.ts', "new EventSource('/api/live');", 'uses EventSource'],
    ['client/translations/a.ts', "indexedDB.open('x');", 'uses indexedDB'],
    ['client/people/a.ts', 'const now = Date.now();', 'screens ask'],
    ['client/ui/a.ts', 'useState(Date.now);', 'screens ask'],
    ['client/shell/a.ts', 'const year = new Date().getFullYear();', 'screens ask'],
    ['server/auth/core/b/a.ts', "import type { X } from '../../mail/b.ts';", 'lower ones alone'],
    ['server/auth/mail/a.ts', "import type { X } from '../auth-context.ts';", 'lower ones alone'],
    ['server/auth/passkeys/a.ts', "import { x } from '../providers/b.ts';", 'lower ones alone'],
    ['server/auth/providers/a.ts', "import { x } from '../endpoints/b.ts';", 'lower ones alone'],
    ['server/documents/a.ts', "import { DatabaseSync } from 'node:sqlite';", 'databases'],
    ['scripts/a.ts', "import pg from 'pg';", 'databases'],
    ['server/a.ts', 'void 0;\n'.repeat(LONGEST_FILE + 1), 'split it'],
    ['client/ui/a.ts', "import type { X } from '#domain/a.ts';", 'as props'],
    ...[
      ['ui', 'translations/a.ts'],
      ['lib', 'ui/a.ts'],
      ['data', 'session/a.ts'],
      ['session', 'features/a/b.ts'],
      ['features/a', 'shell/a.ts'],
      ['shell', 'routes/a.ts'],
      ['routes', 'shell/a.ts'],
      ['app', 'link-page/start.tsx'],
      ['shared-visit', 'link-page/data/link-client.ts'],
    ].map(([folder, target]) => [
      `client/${folder}/a.ts`,
      `import { x } from '#client/${target}';`,
      'lower layers of the client alone',
    ]),
    ['client/forms/a.ts', "type X = import('#client/shell/a.ts').X;", 'lower layers of the client alone'],
    ...['link-page', 'shared-visit'].map((folder) => [
      `client/${folder}/a.tsx`,
      "import { Button } from '#client/ui/buttons/button.tsx';",
      'takes styles alone',
    ]),
    ['client/link-page/a.ts', "fetch('/api');", 'uses fetch'],
    ['client/lobby/a.ts', '', 'give client/lobby a layer'],
    ['client/app/a.ts', "import { x } from '#client/data/storage/replica.ts';", 'no public file'],
    ['client/data/wire/a.ts', "import { x } from '#client/data/storage/replica.ts';", 'no public file'],
    ['server/sync/a.ts', "import { x } from '#server/auth/core/expiry.ts';", 'no public file'],
    ['server/auth/a.ts', "import { x } from '#server/store/sqlite/sqlite.ts';", 'no public file'],
    ['server/app.ts', "import { x } from './export/archive.ts';", 'no public file'],
    ['bench/a.ts', "import { x } from '#server/store/sqlite/sqlite.ts';", 'no public file'],
    ['prove/a.ts', "import { x } from '#client/data/view/household.ts';", 'no public file'],
    ['prove/a.ts', "import pg from 'pg';", 'databases'],
    ['bench/a.ts', "import { DatabaseSync } from 'node:sqlite';", 'databases'],
    ['bench/servers/bare-http.ts', "import { x } from '#domain/ids.ts';", 'code of the product'],
    ['server/a.ts', "import { x } from '#tests/support/seed.ts';", 'neither tests nor tools'],
    ['domain/a.ts', "import { x } from '#prove/figure.ts';", 'neither tests nor tools'],
  ])('%s (#%#)', (path = '', text = '', reported) => {
    expect(breaches([readSource(path, text)]).join()).toContain(reported);
  });
});

describe('a circular import is reported with its files', () => {
  const imports = (path: string, ...targets: string[]) =>
    readSource(path, targets.map((target) => `import '${target}';`).join(''));

  test.each([
    ['a file that imports itself', [imports('server/a.ts', './a.ts')], ['server/a.ts']],
    [
      'three files, one of them by its type',
      [
        imports('server/a.ts', './b.ts', './d.ts'),
        readSource('server/b.ts', "import type { C } from './c.ts';"),
        readSource('server/c.ts', "export type C = import('#server/a.ts').A;"),
        imports('server/d.ts'),
      ],
      ['server/a.ts', 'server/b.ts', 'server/c.ts'],
    ],
    [
      'two tests',
      [imports('tests/a.ts', '#e2e/b.ts'), imports('e2e/b.ts', '#tests/a.ts')],
      ['e2e/b.ts', 'tests/a.ts'],
    ],
  ])('%s', (_name, circular, files) => {
    expect(circles(circular)).toEqual([`${files.join(', ')}: these import each other in a circle`]);
  });

  test('two import paths to one file are not circular', () => {
    const forked = [imports('a.ts', './b.ts', './c.ts'), imports('b.ts', './c.ts'), imports('c.ts')];
    expect(circles(forked)).toEqual([]);
  });
});

test('a folder that holds too many files is reported', () => {
  const files = Array.from({ length: FULLEST_FOLDER + 1 }, (_, i) => readSource(`server/a/${i}.ts`, ''));
  expect(breaches(files)).toEqual([`server/a holds ${files.length} files: ${FULLEST_FOLDER} is the most`]);
  expect(breaches(files.slice(1))).toEqual([]);
});

describe('an allowed source is not reported', () => {
  test.each([
    ['domain/commands/a.ts', "import * as v from 'valibot'; import { x } from '../time.ts';"],
    ['client/features/a/b.ts', "import { x } from './c.ts'; import { y } from '#client/data/port.ts';"],
    ['client/data/a.ts', "await fetch('/api/sync'); localStorage.clear();"],
    [
      'client/ui/a.ts',
      "// fetch(everything)\nexport const a = { fetch: 1, text: 'localStorage' }; port.fetch();",
    ],
    ['client/translations/detection.ts', "localStorage.getItem('i18nextLng');"],
    ['client/ui/a.tsx', '<form method="dialog" id={form}><input /></form>'],
    ['server/store/sqlite/sqlite.ts', "import { DatabaseSync } from 'node:sqlite';"],
    ['client/ui/a.tsx', "import { useId } from 'react'; import { x } from '#client/ui/b.ts';"],
    ['client/link-page/a.tsx', "import '#client/ui/base.css'; import { Logo } from '#client/ui/logo.tsx';"],
    ['client/link-page/data/a.ts', "await fetch('/api/visit-link');"],
    ['client/app/a.ts', "import { x } from '#client/routes/a.ts'; import { y } from '#client/shell/b.ts';"],
    ['client/data/storage/a.ts', "import { x } from '#client/data/storage/replica.ts';"],
    ['server/sync/a.ts', "import { x } from '#server/store/ports/store.ts';"],
    ['prove/servers/migrate.ts', "import { x } from '#server/store/sqlite/schema/migrations.ts';"],
    ['bench/servers/bare-sqlite.ts', "import 'node:sqlite'; import { x } from './bare-http.ts';"],
  ])('%s (#%#)', (path, text) => {
    expect(breaches([readSource(path, text)])).toEqual([]);
  });
});
