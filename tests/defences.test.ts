import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFENCES } from '#prove/defences/table.ts';
import { ROOT } from '#prove/defences/tree.ts';
import { FIGURES } from '#prove/figures.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test.each(DEFENCES)('$name: what prove:defences takes away still stands in its file, once', ({ patch }) => {
  for (const { file, from } of patch) expect([file, read(file).split(from).length - 1]).toEqual([file, 1]);
});

test.each(DEFENCES)('$name: is guarded by a test of a file that exists', ({ guard }) => {
  expect(read(guard.file)).toMatch(/\b(test|it)\b/);
});

const patched = FIGURES.filter(({ control }) => control.patch !== undefined);

test.each(patched)(
  'figure $number: what its control changes still stands in its file, once',
  ({ control }) => {
    for (const { file, from } of control.patch ?? [])
      expect([file, read(file).split(from).length - 1]).toEqual([file, 1]);
  },
);
