import type { Language } from '#domain/language.ts';

/** The cookie by which the server chooses a document (server/pages/choose-document.ts). */
const COOKIE = 'i18next';
const PARAMETER = 'lng';
const YEAR = 60 * 60 * 24 * 365;

/** Remembers a language that was pressed for: the only thing that this page stores. `lng` in the address would win over it. */
export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are supported.
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
  const address = new URL(window.location.href);
  address.searchParams.delete(PARAMETER);
  history.replaceState(null, '', address);
}

/** Loads the page in a language, by its address; the secret stays behind it. */
export function loadInLanguage(language: Language): void {
  window.location.search = `?${PARAMETER}=${language}`;
}

/** Returns the address of another page, in the language that this page's query (`?lng=en`) asks for. */
export function addressOf(path: string, query: string): string {
  const asked = new URLSearchParams(query).get(PARAMETER);
  return asked === null ? path : `${path}?${PARAMETER}=${encodeURIComponent(asked)}`;
}
