import { DEFAULT_LANGUAGE, LANGUAGE_COOKIE, type Language, supportedLanguage } from '#domain/language.ts';
import { DEFAULT_SITE_INFO, SITE_INFO_ELEMENT, type SiteInfo } from '#domain/pages/site-info.ts';

const YEAR = 60 * 60 * 24 * 365;

export function readSiteInfo(): SiteInfo {
  const json = document.getElementById(SITE_INFO_ELEMENT)?.textContent;
  return json ? (JSON.parse(json) as SiteInfo) : DEFAULT_SITE_INFO;
}

export function documentLanguage(): Language {
  return supportedLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE;
}

/** For the server, which chooses the document's language by it (server/pages/page-routes.ts). */
export function writeLanguageCookie(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are supported.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}

export function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
}

/** Id and class of the notice that the page is not loaded yet; its script removes it. */
export const NOT_LOADED = 'not-loaded';
