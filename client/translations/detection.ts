import Detector from 'i18next-browser-languagedetector';
import type { Language } from '#domain/fields.ts';
import { chooseLanguage } from './languages.ts';

/** With these it tells all that it finds, and not the first alone, which may be a language that Framme does not speak. */
const ALL_FOUND = { languageUtils: { getBestMatchFromCodes: chooseLanguage } };

/** Exactly the order of the specification, section 9; by the cookie the server chooses the document. */
const detector = new Detector(ALL_FOUND, {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  caches: ['localStorage', 'cookie'],
  cookieMinutes: 60 * 24 * 365,
  cookieOptions: { path: '/', sameSite: 'lax' as const },
});

/** The visitor's language, by what the address, the device and the browser say. */
export function detectLanguage(): Language {
  return chooseLanguage([detector.detect() ?? []].flat());
}

/** Keeps a language on the device, and in the cookie beside it for the server. */
export function rememberLanguage(language: Language): void {
  detector.cacheUserLanguage(language);
}
