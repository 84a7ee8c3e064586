import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const RULE = /^- \*\*([A-Z]{2}\d+)\*\* /gm;
const CITED = /docs\/sync\.md: ((?:[A-Z]{2}\d+(?:, )?)+)/g;

const rules = [...read('docs/sync.md').matchAll(RULE)].map(([, rule = '']) => rule);
const tests = globSync(
  ['{domain,client,server}/**/*.test.ts', 'tests/{model,integration,contract}/**/*.ts'],
  { cwd: ROOT },
);
const cited = new Set(
  tests.flatMap((path) => [...read(path).matchAll(CITED)].flatMap(([, list = '']) => list.split(', '))),
);

test('each rule of sync has a number of its own', () => {
  expect(rules.length).toBeGreaterThan(40);
  expect(new Set(rules).size).toBe(rules.length);
});

test('each rule of sync has a test that cites it', () => {
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
});

test('no test cites a rule that is not there', () => {
  expect([...cited].filter((rule) => !rules.includes(rule))).toEqual([]);
});
