import { type BrowserContext, expect, type Page } from '@playwright/test';
import { headTexts, textsOf } from '#client/prerender/texts.ts';
import { pages as en } from '#client/translations/en/pages.ts';
import { pages as sv } from '#client/translations/sv/pages.ts';
import { kindOf, type PagePath, pageRoutes } from '#domain/pages/pages.ts';
import { dictionaries } from './parent.ts';

/** The words of the text pages. */
export const LONG_TEXTS = { sv, en };
export const LANGUAGES = ['sv', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The pages that stand in their documents. */
export const DRAWN = pageRoutes.filter((page) => kindOf(page) !== 'guarded');

export function otherLanguage(language: Language): Language {
  return language === 'sv' ? 'en' : 'sv';
}

/** In: a page, or '/nowhere'. Out: its heading, which is also what its tab says, but for the welcome. */
export function headingOf(route: PagePath | '/nowhere', language: Language): string {
  if (route === '/') return dictionaries[language].home.title;
  const { title } = headTexts(route === '/nowhere' ? '*' : route, textsOf(language));
  return title.replace(/ – Framme$/, '');
}

/** The year where the browser is. */
function yearThere(): string {
  return new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Stockholm' }).format();
}

/** The year comes when the frame has been taken over, the cookie when the page within has. */
export async function isTakenOver(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo')).toContainText(yearThere());
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('i18next=');
}

declare global {
  interface Window {
    shifted: number;
  }
}

/** Sums up on each page, in `window.shifted`, how much moved on the screen. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.shifted += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
