import { expect, test } from 'vitest';
import { missingTitles, titlesOf } from './titles.ts';

const SOURCE = `
  test('one', () => {});
  it.each([1])('two %s', (x) => {});
  test.each\`a\${1}\`('three $a', () => {});
  test(\`four \${x}\`, { tag: '@full' }, async () => {});
  withProvider('five', async ({ page }) => {});
  describe('a group', () => { test('six', () => {}); });
  test.describe('another', () => {});
  describe.each([1])('a third', () => {});
  process.on('exit', () => {});
  const text = 'not a test';
`;

test('titles are read from the sources', () => {
  const titles = titlesOf('a.test.ts', SOURCE).map(({ title }) => title);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: A placeholder.
  expect(titles).toEqual(['one', 'two %s', 'three $a', 'four ${}', 'five', 'six']);
});

const inA = (title: string) => ({ file: 'a.test.ts', title });
const inB = (title: string) => ({ file: 'b.test.ts', title });

test('a title may move, and its placeholders change their names', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Placeholders.
  expect(missingTitles([inA('one'), inA('of ${x}')], [inB('one'), inB('of ${y.z}')], [])).toEqual([]);
});

test('control: a title that is gone is reported, unless the list names a test that stands', () => {
  expect(missingTitles([inA('one')], [inB('two')], [])).toEqual(['gone: a.test.ts: one']);
  expect(missingTitles([inA('one')], [inB('two')], [{ before: inA('one'), now: inB('two') }])).toEqual([]);
  expect(missingTitles([inA('one')], [inB('two')], [{ before: inA('one'), now: inB('three') }])).toEqual([
    'replaced by no test: one (b.test.ts: three)',
  ]);
});

test('a line may stand for a file, and say why nothing covers it', () => {
  const all = { before: inA('*'), now: { file: 'gone', title: 'that format was never released' } };
  expect(missingTitles([inA('one'), inA('two')], [inB('three')], [all])).toEqual([]);
});
