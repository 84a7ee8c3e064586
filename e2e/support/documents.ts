import { expect, type Page } from '@playwright/test';
import { headTexts } from '#client/prerender/head.ts';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import type { Language } from '#domain/language.ts';
import { type AppPage, appPages, kindOf } from '#domain/pages/pages.ts';

/** The prerendered pages of the app. */
export const PRERENDERED = appPages.filter((page) => kindOf(page) !== 'guarded');

export const PAGES_OF_A_VISITOR = [...PRERENDERED, '/nowhere'] as const;

/** The end of a trip to a provider is none of them: it leads to the dashboard. */
export const PAGES_OF_A_PARENT = [
  '/',
  ...appPages.filter((page) => kindOf(page) === 'guarded' && page !== '/signed-in'),
] as const;

/** Returns the heading of a page, which is also its title except on the home page. */
export function headingOf(route: AppPage | '/nowhere', language: Language): string {
  const { home } = ALL_TEXTS[language];
  if (route === '/') return `${home.title} ${home.promise}`;
  const { title } = headTexts(route === '/nowhere' ? '*' : route, ALL_TEXTS[language]);
  return title.replace(/ – Framme$/, '');
}

/** Returns the year in the browser's time zone. */
function browserYear(): string {
  return new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Stockholm' }).format();
}

/** Resolves when the page is hydrated: the app shell sets the year, the page sets the cookie. */
export async function isHydrated(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo')).toContainText(browserYear());
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('i18next=');
}
