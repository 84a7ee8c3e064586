import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

const PACKAGE = dirname(createRequire(import.meta.url).resolve('html_codesniffer'));
const SNIFFER = readFileSync(join(PACKAGE, 'build/HTMLCS.js'), 'utf8');
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

/** Returns the errors by WCAG 2, level AA. The sniffer is evaluated, because the content security policy blocks scripts. */
export async function sniffedErrors(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'HTMLCS' in window))) await page.evaluate(SNIFFER);
  return page.evaluate(async (error) => {
    await new Promise<void>((resolve) => window.HTMLCS.process('WCAG2AA', document, resolve));
    return window.HTMLCS.getMessages()
      .filter(({ type }) => type === error)
      .map(({ code, msg, element }) => `${code}: ${msg} ${element?.outerHTML.slice(0, 140) ?? ''}`);
  }, ERROR);
}
