import Detector from 'i18next-browser-languagedetector';
import type { Language } from '#domain/language.ts';
import { chooseLanguage } from './languages.ts';

/** Makes the detector return all languages found: the first alone may be an unsupported one. */
const RETURN_ALL = { languageUtils: { getBestMatchFromCodes: chooseLanguage } };

/** The specified order of detection. The server reads the cookie to choose the document. */
const detector = new Detector(RETURN_ALL, {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  caches: ['localStorage', 'cookie'],
  cookieMinutes: 60 * 24 * 365,
  cookieOptions: { path: '/', sameSite: 'lax' as const },
});

/** Returns the supported language that the URL, the device or the browser prefers. */
export function detectLanguage(): Language {
  return chooseLanguage([detector.detect() ?? []].flat());
}

/** Stores the language in localStorage, and in a cookie for the server. */
export function storeLanguage(language: Language): void {
  detector.cacheUserLanguage(language);
}
