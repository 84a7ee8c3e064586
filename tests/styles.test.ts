import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';

const FOR_POINTERS = /@media \((?:hover: hover|pointer: coarse)\) \{(?:[^{}]|\{[^{}]*\})*\}/g;

/**
 * Returns :hover and :active selectors outside `@media (hover: hover)`: on touch screens they would cost a
 * repaint on every tap (decision 0018). The pressed state of a finger is written for `(pointer: coarse)`.
 */
function forFingers(css: string): string[] {
  return css.replaceAll(FOR_POINTERS, '').match(/[^\s{},][^{},]*:(?:hover|active)\b[^{},]*/g) ?? [];
}

test('hover and active styles apply only to devices that can hover', async () => {
  const sheets = await Array.fromAsync(glob('client/**/*.css'));
  expect(sheets.length).toBeGreaterThan(10);
  for (const path of sheets) expect(forFingers(readFileSync(path, 'utf8')), path).toEqual([]);
});

test('the check finds a hover or active style outside the media query', () => {
  const hovered = '.a:hover {\n  color: red;\n}\n';
  expect(forFingers(`${hovered}.b {\n}\n`)).toEqual(['.a:hover ']);
  expect(forFingers(`@media (hover: hover) {\n  ${hovered}}\n.b:active {\n}\n`)).toEqual(['.b:active ']);
});
