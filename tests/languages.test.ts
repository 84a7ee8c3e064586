import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LANGUAGES, LOCALES } from '#domain/language.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CODES = new RegExp(`['"](?:${[...LANGUAGES, ...Object.values(LOCALES)].join('|')})['"]`);

/** Files that may name a language: the list itself, and a format that is the same in every language. */
const EXCEPTIONS = ['domain/language.ts', 'server/export/export-csv.ts'];

/** Returns the lines of code that name a language, `language === 'sv' ? a : b`, which would miss a further one. */
function namingLines(source: string): string[] {
  return source.split('\n').filter((line) => CODES.test(line) && !/^\s*(\/?\*|\/\/)/.test(line));
}

test('no product source names a language, so that none is missed when one is added', async () => {
  const paths = await Array.fromAsync(glob('{domain,client,server}/**/*.{ts,tsx}', { cwd: ROOT }));
  const sources = paths.filter((path) => !path.includes('.test.') && !EXCEPTIONS.includes(path));
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap((path) =>
    namingLines(readFileSync(ROOT + path, 'utf8')).map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('a line that names a language is reported', () => {
  const ternary = "  return language === 'sv' ? 'en-GB' : language;";
  expect(namingLines(`${ternary}\n// 'sv'\nimport { sv } from './sv.ts';\nconst TEXTS = { sv };`)).toEqual([
    ternary,
  ]);
});
