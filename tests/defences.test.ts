import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFENCES } from '#prove/defences/table.ts';
import { ROOT } from '#prove/defences/tree.ts';
import { FIGURES } from '#prove/figures.ts';

const CONTRACT = 'server/store/contract/';
/** A text, and if it is the first argument of a call of `test`, the end of that call. */
const LITERAL = /((?:\b(?:test|it)(?:\.\w+)*|\))\(\s*)?(['"`])((?:\\.|(?!\2).)+)\2/g;
const PLACEHOLDER = /%[sdijo]|\$\{[^}]*\}|\$\w+/;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test.each(DEFENCES)('$name: the patched text occurs exactly once in its file', ({ patch }) => {
  for (const { file, from } of patch) expect([file, read(file).split(from).length - 1]).toEqual([file, 1]);
});

test.each(DEFENCES)('$name: its guarding test stands in the file', ({ guard }) => {
  const titles = titlesIn(guard.file);
  expect(
    titles.some((title) => title.test(guard.test)),
    guard.test,
  ).toBe(true);
});

/** Returns patterns of the titles of a file's tests, in which any value may fill a placeholder, also in what it imports from its folder. */
function titlesIn(file: string): RegExp[] {
  const source = read(file);
  const tables = [...source.matchAll(/from '\.\/([\w-]+\.ts)'/g)].map(([, name = '']) =>
    join(dirname(file), name),
  );
  const contract = /(?:store|verify)Contract/.test(source) ? readdirSync(join(ROOT, CONTRACT)) : [];
  const shared = [...tables, ...contract.map((name) => CONTRACT + name)].map(read);
  const literals = [source, ...shared].flatMap((text) => [...text.matchAll(LITERAL)]);
  return literals.flatMap(([, call, , title = '']) => {
    const parts = title.replaceAll(/\\(.)/g, '$1').split(call === undefined ? /$^/ : PLACEHOLDER);
    // A title of placeholders alone would match any: its values stand in a table.
    if (!/\w/.test(parts.join(''))) return [];
    return [new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}$`)];
  });
}

test('control: in no file of a guarding test an invented title is found', () => {
  const files = new Set(DEFENCES.map(({ guard }) => guard.file));
  const found = [...files].filter((file) =>
    titlesIn(file).some((title) => title.test('no such test of any kind stands here')),
  );
  expect(found).toEqual([]);
});

const patched = FIGURES.filter(({ control }) => control.patch !== undefined);

test.each(patched)(
  'figure $number: the text patched by its control occurs exactly once in its file',
  ({ control }) => {
    for (const { file, from } of control.patch ?? [])
      expect([file, read(file).split(from).length - 1]).toEqual([file, 1]);
  },
);
