import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFENCES } from '#prove/defences/table.ts';
import { ROOT } from '#prove/defences/tree.ts';
import { FIGURES } from '#prove/figures.ts';

const CONTRACT = 'server/store/contract/';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test.each(DEFENCES)('$name: the patched text occurs exactly once in its file', ({ patch }) => {
  for (const { file, from } of patch) expect([file, read(file).split(from).length - 1]).toEqual([file, 1]);
});

test.each(DEFENCES)('$name: its guarding test stands in the file', ({ guard }) => {
  const titles = titlesIn(read(guard.file));
  expect(
    titles.some((title) => title.test(guard.test)),
    guard.test,
  ).toBe(true);
});

/** Returns patterns of the titles of a file's tests, in which any value may fill a placeholder. */
function titlesIn(source: string): RegExp[] {
  const shared = /storeContract/.test(source)
    ? readdirSync(join(ROOT, CONTRACT)).map((file) => read(CONTRACT + file))
    : [];
  const literals = [source, ...shared].flatMap((text) => [...text.matchAll(/(['"`])((?:\\.|(?!\1).)+)\1/g)]);
  return literals.map(([, , title = '']) => {
    const parts = title.replaceAll(/\\(.)/g, '$1').split(/%[sdijo]|\$\{[^}]*\}|\$\w+/);
    return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}$`);
  });
}

const patched = FIGURES.filter(({ control }) => control.patch !== undefined);

test.each(patched)(
  'figure $number: the text patched by its control occurs exactly once in its file',
  ({ control }) => {
    for (const { file, from } of control.patch ?? [])
      expect([file, read(file).split(from).length - 1]).toEqual([file, 1]);
  },
);
