import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFENCES } from '#prove/defences/table.ts';
import { ROOT } from '#prove/defences/tree.ts';
import { FIGURES } from '#prove/figures.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test.each(DEFENCES)('$name: the patched text occurs exactly once in its file', ({ patch }) => {
  for (const { file, from } of patch) expect([file, read(file).split(from).length - 1]).toEqual([file, 1]);
});

test.each(DEFENCES)('$name: the file of its guarding test exists', ({ guard }) => {
  expect(read(guard.file)).toMatch(/\b(test|it|storeContract)\b/);
});

const patched = FIGURES.filter(({ control }) => control.patch !== undefined);

test.each(patched)(
  'figure $number: the text patched by its control occurs exactly once in its file',
  ({ control }) => {
    for (const { file, from } of control.patch ?? [])
      expect([file, read(file).split(from).length - 1]).toEqual([file, 1]);
  },
);
