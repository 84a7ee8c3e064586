import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsOf, paired } from '#prove/host/page-blocks.ts';
import { STEPS } from '#prove/host/page-steps.ts';
import { ROOT } from '#scripts/client-build.ts';

const page = readFileSync(join(ROOT, 'docs/self-hosting.md'), 'utf8');

test('every command of the page on self-hosting is run by npm run prove:host', () => {
  const pairs = paired(commandsOf(page), STEPS);
  expect(pairs.length).toBeGreaterThan(20);
  expect(new Set(pairs.map(({ step }) => step.holds)).size).toBe(pairs.length);
});

test('a command without a step is reported, wherever it stands', () => {
  const fence = '```';
  const block = `${fence}sh\nframme dance\n${fence}\n`;
  expect(() => paired(commandsOf(page + block), STEPS)).toThrow('framme dance');
  expect(() => paired(commandsOf(block + page), STEPS)).toThrow('framme dance');
});

test('a step whose command is gone is reported', () => {
  expect(() => paired(commandsOf(page).slice(0, -1), STEPS)).toThrow('ends');
});

test('the commands of a list are found without its indentation, those of other languages are not', () => {
  const fence = '```';
  const text = `- a\n  ${fence}sh\n  one\n    two\n  ${fence}\n\n${fence}ini\n[three]\n${fence}\n`;
  expect(commandsOf(text)).toEqual(['one\n  two\n']);
});
