import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { FIGURES } from '#prove/figures.ts';
import { allMutations, type Edit } from '#prove/mutations/mutation.ts';
import { ROOT } from '#scripts/client-build.ts';

const MUTATIONS = allMutations();
/** A text, and if it is the first argument of a call of `test`, the end of that call. */
const LITERAL = /((?:\b(?:test|it)(?:\.\w+)*|\))\(\s*)?(['"`])((?:\\.|(?!\2).)+)\2/g;
const PLACEHOLDER = /%[sdijo]|\$\{[^}]*\}|\$\w+/;

const texts = new Map<string, string>();

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
  texts.set(file, text);
  return text;
}

/** The edits whose text does not occur exactly once in its file. */
function unfit(name: string, edits: readonly Edit[]): string[] {
  return edits
    .map(({ file, from }) => ({ file, count: read(file).split(from).length - 1, from }))
    .filter(({ count }) => count !== 1)
    .map(({ file, count, from }) => `${name}: ${count} times in ${file}:\n${from}`);
}

// One test a table: each names all that it finds.
test('the patched text of each mutation occurs exactly once in its file', () => {
  expect(MUTATIONS.length).toBeGreaterThan(500);
  expect(MUTATIONS.flatMap(({ patch, guard }) => unfit(guard.test, patch))).toEqual([]);
});

test('the guarding test of each mutation stands in its file', () => {
  const files = Map.groupBy(MUTATIONS, ({ guard }) => guard.file);
  const missing = [...files].flatMap(([file, rows]) => {
    const titles = titlesIn(file);
    return rows
      .filter(({ guard }) => !titles.some((title) => title.test(guard.test)))
      .map(({ guard }) => `${file}: ${guard.test}`);
  });
  expect(missing).toEqual([]);
});

/** Returns patterns of the titles of a file's tests, in which any value may fill a placeholder, also in what it imports from its folder. */
function titlesIn(file: string): RegExp[] {
  const source = read(file);
  const tables = [...source.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name = '']) =>
    join(dirname(file), name),
  );
  const literals = [source, ...tables.map(read)].flatMap((text) => [...text.matchAll(LITERAL)]);
  return literals.flatMap(([, call, , title = '']) => {
    const parts = title.replaceAll(/\\(.)/g, '$1').split(call === undefined ? /$^/ : PLACEHOLDER);
    // A title of placeholders alone would match any: its values stand in a table.
    if (!/\w/.test(parts.join(''))) return [];
    return [new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}$`)];
  });
}

test('control: in no file of a guarding test an invented title is found', () => {
  const files = new Set(MUTATIONS.map(({ guard }) => guard.file));
  const found = [...files].filter((file) =>
    titlesIn(file).some((title) => title.test('no such test of any kind stands here')),
  );
  expect(found).toEqual([]);
});

test('the text patched by the control of each figure occurs exactly once in its file', () => {
  expect(FIGURES.flatMap(({ number, control }) => unfit(`figure ${number}`, control.patch ?? []))).toEqual(
    [],
  );
});

test('control: a text that is not in its file, or twice, is reported', () => {
  const file = 'tests/mutations.test.ts';
  expect(unfit('planted', [{ file, from: `no ${'such'} text`, to: '' }])).toHaveLength(1);
  expect(unfit('planted', [{ file, from: 'planted', to: '' }])).toHaveLength(1);
});
