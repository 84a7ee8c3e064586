import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = [
  'README.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/self-hosting.md',
];

/** Returns the paths from the root that a text names in backquotes and that do not exist. */
function missingPaths(text: string): string[] {
  const named = text.matchAll(
    /`((?:client|domain|server|tests|e2e|bench|prove|scripts|docs)\/[^`\s*<>{}]*)`/g,
  );
  return [...named].map(([, path = '']) => path).filter((path) => !existsSync(join(ROOT, path)));
}

test.each(PAGES)('%s names no file or folder that does not exist', (page) => {
  expect(missingPaths(readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
});

describe('a path is checked', () => {
  test('one that does not exist is reported', () => {
    expect(missingPaths('see `server/app.ts`, `client/data/` and `server/nowhere.ts`')).toEqual([
      'server/nowhere.ts',
    ]);
  });
});
