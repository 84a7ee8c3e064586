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

/** Returns the classes that a sheet defines. */
function classesIn(css: string): Set<string> {
  const selectors = css.replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '').replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
}

/** Returns the classes that a component names in words, and those it takes of sheets of its own: the sheet's file, a dot, the class. */
function classesUsed(code: string): { words: string[]; own: string[] } {
  const sheets = [...code.matchAll(/import (\w+) from '[^']*?([\w-]+\.module\.css)'/g)];
  const own = sheets.flatMap(([, name, file]) =>
    [...code.matchAll(new RegExp(`(?<![.\\w])${name}\\.(?!module|tsx)(\\w+)`, 'g'))].map(
      ([, one]) => `${file}.${one}`,
    ),
  );
  const values = [...code.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)];
  const words = values.flatMap(([, text = '', template = '']) =>
    `${text} ${template.replaceAll(/\$\{[^}]*\}/g, '')}`.split(/\s+/),
  );
  return { words: words.filter(Boolean), own };
}

test('each class that a component names exists, and each class of a sheet is named', async () => {
  const shared = new Set(
    ['ui/layout.css', 'ui/base.css'].flatMap((path) => [
      ...classesIn(readFileSync(`client/${path}`, 'utf8')),
    ]),
  );
  const own = new Set<string>();
  const words = new Set<string>();
  for await (const path of glob('client/**/*.tsx')) {
    const used = classesUsed(readFileSync(path, 'utf8'));
    for (const word of used.words) expect(shared, path).toContain(word);
    for (const word of used.words) words.add(word);
    for (const one of used.own) own.add(one);
  }
  const defined = new Set<string>();
  for await (const path of glob('client/**/*.module.css'))
    for (const one of classesIn(readFileSync(path, 'utf8'))) defined.add(`${path.split('/').at(-1)}.${one}`);
  expect([...own].filter((one) => !defined.has(one))).toEqual([]);
  const chosen =
    /^(button|toast|visit-card)\.module\.css\.(primary|secondary|quiet|danger|checkIn|checkInSoft|checkOut|word|close|time|planned|zone|notice|reply)$/;
  expect([...defined].filter((one) => !own.has(one) && !chosen.test(one))).toEqual([]);
});

test('the check of classes reads both ways of naming them', () => {
  const code =
    'import styles from \'./a.module.css\';\n<p className="stack gap-2" /><p className={`$' +
    '{styles.own} wrap`} />';
  expect(classesUsed(code)).toEqual({ words: ['stack', 'gap-2', 'wrap'], own: ['a.module.css.own'] });
  expect([...classesIn('.a > .b-2 {\n  gap: 1.5rem;\n}\n@media print {\n  .c:has(.d) {\n  }\n}\n')]).toEqual([
    'a',
    'b-2',
    'c',
    'd',
  ]);
});
