import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { kindOf, pageRoutes } from '#domain/pages/pages.ts';
import { everyScreenOf } from './support/every-screen.ts';
import { test } from './support/framme.ts';
import { PEOPLE, settledFamily, signIn } from './support/signed-in.ts';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('html_codesniffer'));
const SNIFFER = readFileSync(join(PACKAGE, 'build/HTMLCS.js'), 'utf8');
const OF_A_PARENT = ['/', ...pageRoutes.filter((page) => kindOf(page) === 'guarded')];
const OF_A_VISITOR = [...pageRoutes.filter((page) => kindOf(page) !== 'guarded'), '/nowhere'];
const ERROR = 1;

interface Message {
  type: number;
  code: string;
  msg: string;
  element?: Element;
}

declare global {
  interface Window {
    HTMLCS: {
      process(standard: string, root: Document, done: () => void): void;
      getMessages(): Message[];
    };
  }
}

test.use({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
test.setTimeout(600_000);

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('HTML_CodeSniffer finds no error on the pages of a visitor', async ({
      page,
      server,
      allowConsole,
    }) => {
      allowConsole(/404 \(Not Found\)/);
      for (const route of OF_A_VISITOR)
        await everyScreenOf(page, server.url + route, [], (what) => examine(page, what));
    });

    for (const route of OF_A_PARENT)
      test(`HTML_CodeSniffer finds no error on ${route} of a parent and its dialogs`, async ({
        page,
        context,
        server,
        language,
      }) => {
        await signIn(context, await settledFamily(server.url, language), server.url);
        await everyScreenOf(page, server.url + route, PEOPLE, (what) => examine(page, what));
      });
  });

test('the check finds planted errors', async ({ page }) => {
  await page.setContent(`<html lang="en"><head><title>Planted</title></head><body><h1>Planted</h1>
    <img src="x.png"><p style="color: #bbb; background: #fff">too pale</p></body></html>`);
  const errors = (await errorsOn(page)).join('\n');
  expect(errors).toContain('H37');
  expect(errors).toContain('G18');
});

async function examine(page: Page, what: string): Promise<void> {
  expect.soft(await errorsOn(page), what).toEqual([]);
}

/** Returns the errors by WCAG 2, level AA. The sniffer is evaluated, because the content security policy blocks scripts. */
async function errorsOn(page: Page): Promise<string[]> {
  await page.evaluate(SNIFFER);
  return page.evaluate(async (error) => {
    await new Promise<void>((resolve) => window.HTMLCS.process('WCAG2AA', document, resolve));
    return window.HTMLCS.getMessages()
      .filter(({ type }) => type === error)
      .map(({ code, msg, element }) => `${code}: ${msg} ${element?.outerHTML.slice(0, 140) ?? ''}`);
  }, ERROR);
}
