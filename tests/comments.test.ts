import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = [
  '{domain,client,server,e2e,bench,prove,tests,scripts}/**/*.{ts,tsx,mjs,css}',
  '*.ts',
  'deploy/**/*.{service,timer,socket,conf,yaml,cfg}',
  '{deploy/**/,}Caddyfile*',
  '.env.example',
];

/** Returns the question words that comments open with, where a noun or a verb says more. */
function questions(text: string): string[] {
  const opening = /(?:\/\*\*?\s+(?:\* )?|\/\/ |<!-- |^# )(What|Where|Who|Whose|When|How|Whether|Why)\b/gm;
  return [...text.matchAll(opening)].map(([, word = '']) => word);
}

test('no comment opens with a question word', async () => {
  const paths = await Array.fromAsync(glob(FILES, { cwd: ROOT, exclude: ['**/node_modules/**'] }));
  expect(paths.length).toBeGreaterThan(10);
  const asked = paths.filter((path) => questions(readFileSync(`${ROOT}${path}`, 'utf8')).length > 0);
  expect(asked).toEqual([]);
});

test.each(['/** ', '/**\n * ', '  // ', '# ', '{/* ', '<!-- ', 'x = 1; // '])(
  'it reports one after %j',
  (opening) => {
    expect(questions(`${opening}What it does`)).toEqual(['What']);
    expect(questions(`${opening}Whatever it does`)).toEqual([]);
  },
);
