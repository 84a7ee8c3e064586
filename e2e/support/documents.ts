import { type BrowserContext, expect, type Page } from '@playwright/test';
import { headTexts, textsOf } from '#client/prerender/texts.ts';
import { pages as en } from '#client/translations/en/pages.ts';
import { pages as sv } from '#client/translations/sv/pages.ts';
import { kindOf, type PagePath, pageRoutes } from '#domain/pages/pages.ts';
import { dictionaries } from './parent.ts';

/** Texts of the long pages. */
export const LONG_TEXTS = { sv, en };
export const LANGUAGES = ['sv', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The prerendered pages. */
export const PRERENDERED = pageRoutes.filter((page) => kindOf(page) !== 'guarded');

export function otherLanguage(language: Language): Language {
  return language === 'sv' ? 'en' : 'sv';
}

/** Returns the heading of a page, which is also its title except on the home page. */
export function headingOf(route: PagePath | '/nowhere', language: Language): string {
  if (route === '/') return dictionaries[language].home.title;
  const { title } = headTexts(route === '/nowhere' ? '*' : route, textsOf(language));
  return title.replace(/ – Framme$/, '');
}

/** Returns the year in the browser's time zone. */
function browserYear(): string {
  return new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Stockholm' }).format();
}

/** Resolves when the page is hydrated: the frame sets the year, the page within sets the cookie. */
export async function isHydrated(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo')).toContainText(browserYear());
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('i18next=');
}

declare global {
  interface Window {
    shifted: number;
  }
}

/** Sums the layout shift of each page in `window.shifted`. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.shifted += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
