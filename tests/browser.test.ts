import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from '#tests/support/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'framme-browser-'));
const chosen = join(folder, 'chosen');
const installed = join(folder, 'google-chrome');
writeFileSync(chosen, '');
writeFileSync(installed, '');
const PATH = ['/nowhere', folder].join(delimiter);

test('CHROMIUM_PATH comes first', () => {
  expect(findBrowser({ CHROMIUM_PATH: chosen, PATH })).toEqual({ executablePath: chosen, env: {} });
});

test('a CHROMIUM_PATH that leads nowhere is an error, not a reason to take another', () => {
  expect(() => findBrowser({ CHROMIUM_PATH: '/nowhere/chromium', PATH })).toThrow(/no such file.*unset it/);
});

test('then comes a browser of the system', () => {
  expect(findBrowser({ PATH })).toEqual({ executablePath: installed, env: {} });
});
