import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...[...pagesIn('docs'), ...pagesIn('docs/decisions'), ...pagesIn('docs/hosting')],
];

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => `${folder}/${name}`);
}

const FILES = globSync('{*,.*,{client,domain,server,tests,e2e,bench,prove,scripts,docs,deploy}/**/*}', {
  cwd: ROOT,
}).map((path) => `/${path.replaceAll('\\', '/')}`);
const SOURCES = FILES.filter((path) => /\.(ts|tsx|mjs|css)$/.test(path));
/** By base name, as looking through all paths for each name takes seconds. */
const NAMED = Map.groupBy(FILES, (path) => path.slice(path.lastIndexOf('/') + 1));

/** Names of files in a text, like `wire/scheduler.ts`, that end the path of none. */
function missingFiles(text: string): string[] {
  const named = text.matchAll(
    /(?<![\w/.@#*<>{}-])(?:[\w.-]+\/)*([\w-][\w.-]*\.(?:tsx?|mjs|css|md))(?![\w-])/g,
  );
  return [...named]
    .map(([path, name = '']) => [path.replace(/^(\.\.?\/)+/, ''), name] as const)
    .filter(([path, name]) => !NAMED.get(name)?.some((file) => file.endsWith(`/${path}`)))
    .map(([path]) => path);
}

function commentsOf(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (path.endsWith('.css')) return (text.match(/\/\*[\s\S]*?\*\//g) ?? []).join('\n');
  return parseSync(path, text)
    .comments.map(({ value }) => value)
    .join('\n');
}

/** Returns the paths from the root that a text names in backquotes and that do not exist. */
function missingPaths(text: string): string[] {
  const named = text.matchAll(
    /`((?:client|domain|server|tests|e2e|bench|prove|scripts|docs)\/[^`\s*<>{}]*)`/g,
  );
  return [...named].map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)));
}

/** Returns the relative links of a page that lead to no file; a fragment is not checked. */
function brokenLinks(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link.replace(/#.*$/, ''));
  const relative = links.filter((link) => link !== '' && !/^[a-z]+:/.test(link));
  return relative.filter((link) => !existsSync(join(ROOT, dirname(page), link)));
}

test.each(PAGES)('%s names only files and folders that exist', (page) => {
  expect(missingPaths(readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
});

test('pages and comments name only source files that exist', () => {
  const texts = [
    ...PAGES.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')] as const),
    ...SOURCES.map((path) => [path, commentsOf(path)] as const),
  ];
  expect(texts.flatMap(([path, text]) => missingFiles(text).map((name) => `${path}: ${name}`))).toEqual([]);
});

test.each(PAGES)('%s has no broken link to a file', (page) => {
  expect(brokenLinks(page, readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
});

describe('the check of the documents', () => {
  test('reports a path that does not exist', () => {
    expect(missingPaths('see `server/app.ts`, `client/data/` and `server/nowhere.ts`')).toEqual([
      'server/nowhere.ts',
    ]);
  });

  test('reports the name of a source file that does not exist', () => {
    expect(missingFiles('(boot.ts, wire/scheduler.ts, see wire/nowhere.ts); docs/start.md')).toEqual([
      'wire/nowhere.ts',
    ]);
  });

  test('a link to a missing file is reported, an address and a fragment are not', () => {
    const text = '[a](glossary.md#words) [b](nowhere.md) [c](https://example.org/) [d](#top)';
    expect(brokenLinks('docs/architecture.md', text)).toEqual(['nowhere.md']);
  });
});
