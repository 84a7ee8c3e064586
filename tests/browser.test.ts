import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from '#tests/support/browser/find-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'framme-browser-'));
const chosen = join(folder, 'chosen');
const installed = join(folder, 'google-chrome');
writeFileSync(chosen, '');
writeFileSync(installed, '');
const PATH = ['/nowhere', folder].join(delimiter);

test('CHROMIUM_PATH comes first', () => {
  expect(findBrowser({ CHROMIUM_PATH: chosen, PATH })).toEqual({ executablePath: chosen, env: {} });
});

test('a CHROMIUM_PATH that does not exist is an error', () => {
  expect(() => findBrowser({ CHROMIUM_PATH: '/nowhere/chromium', PATH })).toThrow(/no such file.*unset it/);
});

// On other machines there is no browser from npm.
if (process.platform === 'linux' && process.arch === 'x64') {
  test('the browser from npm comes before an installed one', () => {
    expect(findBrowser({ PATH }).executablePath).toMatch(/node_modules.*chromium$/);
  });

  test('the browser from npm is configured with existing fonts, without which it crashes at a text field', () => {
    const { env } = findBrowser({ PATH });
    const fonts = readFileSync(join(env.FONTCONFIG_PATH ?? '', 'fonts.conf'), 'utf8');
    const [, known = ''] = /<dir>([^<]+)<\/dir>/.exec(fonts) ?? [];
    expect(readdirSync(known)).toContain('Open_Sans');
  });
} else {
  test('an installed browser is used if npm has none', () => {
    expect(findBrowser({ PATH })).toEqual({ executablePath: installed, env: {} });
  });
}
