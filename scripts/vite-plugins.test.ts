import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withoutHint } from './vite-plugins.ts';

const HINT = '//# allFunctionsCalledOnLoad\n';
const NAMES = ['app', 'basics', 'signed-in', 'daily', 'board', 'dashboard'];

function built(contents: (name: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'framme-hints-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of NAMES) writeFileSync(join(folder, `${name}-a1_b2-C3.js`), contents(name));
  writeFileSync(join(folder, 'signed-in-part-a1_b2-C3.js'), 'export {}');
  return folder;
}

test('a chunk of the first screen begins with its hint: elsewhere it counts for nothing', () => {
  expect(withoutHint(built(() => `${HINT}let a`))).toEqual([]);
  const late = built((name) => (name === 'board' ? `let a;\n${HINT}` : HINT));
  expect(withoutHint(late)).toEqual(['the chunk board does not begin with its compile hint']);
});

test('a chunk that was renamed is missed', () => {
  const renamed = built(() => HINT);
  rmSync(join(renamed, 'daily-a1_b2-C3.js'));
  expect(withoutHint(renamed)).toEqual(['the chunk daily does not begin with its compile hint']);
});
