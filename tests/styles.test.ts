import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';

const FOR_POINTERS =
  /@media \((?:hover: hover|pointer: coarse)\)(?: and \([^)]*\))? \{(?:[^{}]|\{[^{}]*\})*\}/g;

/**
 * Returns :hover and :active selectors outside `@media (hover: hover)`: on touch screens they would cost a
 * repaint on every tap (decision 0018). The pressed state of a finger is written for `(pointer: coarse)`.
 */
function forFingers(css: string): string[] {
  return css.replaceAll(FOR_POINTERS, '').match(/[^\s{},][^{},]*:(?:hover|active)\b[^{},]*/g) ?? [];
}

const PRINT = /@media print \{(?:[^{}]|\{[^{}]*\})*\}/g;

/** Returns selectors with `:has()` at the root of the document, which the browser checks after every change: `markRoot` has marks. */
function rootsThatHave(css: string): string[] {
  const selectors = css.replaceAll(PRINT, '').match(/[^\s{};][^{};]*:has\([^{}]*/g) ?? [];
  return selectors.filter((one) => /(?:html|body|:root|#root)\b[^\s>+~]*?\)?:has\(/.test(one));
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

test('no style depends on what the whole document contains', async () => {
  for await (const path of glob('client/**/*.css'))
    expect(rootsThatHave(readFileSync(path, 'utf8')), path).toEqual([]);
});

test('the check finds a document that depends on its contents', () => {
  expect(rootsThatHave(':root:has(.dock) {\n}\n')).toHaveLength(1);
  expect(rootsThatHave(':global(#root:has(> header :focus)) .a {\n}\n')).toHaveLength(1);
  expect(rootsThatHave(':global(:root:has([data-bar])) {\n}\nhtml:has(.a) {\n}\n')).toHaveLength(2);
  expect(rootsThatHave(':global(#root > header:has(:focus)) ~ .a {\n}\n.b:has(.c) {\n}\n')).toEqual([]);
});
