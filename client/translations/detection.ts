import type { Language } from '#domain/language.ts';
import { chooseLanguage } from './languages.ts';

const PARAMETER = 'lng';
const COOKIE = 'i18next';
const STORED = 'i18nextLng';
const YEAR = 60 * 60 * 24 * 365;

/**
 * Returns the supported language that the URL, the device or the browser prefers, in the order of docs/specification.md,
 * section 9. The server reads the cookie to choose the document.
 */
export function detectLanguage(): Language {
  return chooseLanguage(preferred());
}

/** One at a time: each storage that is looked at delays the first screen. */
function* preferred(): Generator<string | null> {
  yield new URLSearchParams(window.location.search).get(PARAMETER);
  yield cookie();
  yield readStored(() => localStorage);
  yield readStored(() => sessionStorage);
  yield* navigator.languages;
  yield document.documentElement.lang;
}

/** Stores the language in localStorage, and in a cookie for the server. */
export function storeLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that are supported.
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // The cookie remembers it.
  }
}

function cookie(): string | null {
  return new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? null;
}

/** A browser that blocks site data throws when its storage is touched. */
function readStored(storage: () => Storage): string | null {
  try {
    return storage().getItem(STORED);
  } catch {
    return null;
  }
}
