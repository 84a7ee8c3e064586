import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

test('no install script runs under any npm, and no script of ours needs one before or after it', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  // npm leaves them out, too.
  expect(Object.keys(scripts).filter((name) => /^(pre|post)|^(install|prepare)$/.test(name))).toEqual([]);
});
