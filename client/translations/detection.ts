import { writeLanguageCookie } from '#client/lib/this-page.ts';
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Language,
  supportedLanguage,
} from '#domain/language.ts';

const STORED = 'i18nextLng';

/** In the order of docs/specification.md, section 9. The server reads the cookie. */
export function detectLanguage(): Language {
  return chooseLanguage(preferred());
}

/** Lazy: each storage access delays the first screen. */
function* preferred(): Generator<string | null> {
  yield new URLSearchParams(window.location.search).get(LANGUAGE_PARAMETER);
  yield cookie();
  yield readStored(() => localStorage);
  yield readStored(() => sessionStorage);
  yield* navigator.languages;
  yield document.documentElement.lang;
}

/** The cookie is for the server. */
export function storeLanguage(language: Language): void {
  writeLanguageCookie(language);
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // The cookie remembers it.
  }
}

function cookie(): string | null {
  return new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? null;
}

/** A browser that blocks site data throws. */
function readStored(storage: () => Storage): string | null {
  try {
    return storage().getItem(STORED);
  } catch {
    return null;
  }
}

/** The first supported code ("en-GB", "sv"), else the default. Reads no more codes than needed. */
export function chooseLanguage(wanted: Iterable<string | null>): Language {
  for (const code of wanted) {
    const language = supportedLanguage(code ?? '');
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}
