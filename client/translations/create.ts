import { type BackendModule, createInstance, type i18n, type ResourceKey } from 'i18next';
import Detector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next/initReactI18next';
import type { Language } from '#domain/fields.ts';
import './keys.ts';
import { asLanguage, chooseLanguage, LANGUAGES } from './languages.ts';

/** Exactly the order of the specification, section 9; the cookie lets the server choose the document. */
const DETECTION = {
  order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
  lookupQuerystring: 'lng',
  caches: ['localStorage', 'cookie'],
  cookieMinutes: 60 * 24 * 365,
  cookieOptions: { path: '/', sameSite: 'lax' as const },
};

const TEXTS: Record<Language, Record<string, () => Promise<ResourceKey>>> = {
  sv: {
    app: () => import('./sv.ts').then(({ sv }) => sv),
    pages: () => import('./sv/pages.ts').then(({ pages }) => pages),
  },
  en: {
    app: () => import('./en.ts').then(({ en }) => en),
    pages: () => import('./en/pages.ts').then(({ pages }) => pages),
  },
};

/** Loads one language at a time, each part of it when a page first needs it. */
const partsOnDemand: BackendModule = {
  type: 'backend',
  init() {},
  read(language, part, done) {
    const load = TEXTS[asLanguage(language)][part];
    if (!load) return done(new Error(`There are no texts "${part}".`), false);
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, false),
    );
  },
};

/** Detects the visitor's language, loads its texts and keeps `<html lang>` in step. Resolves when texts can be shown. */
export async function createTranslations(): Promise<i18n> {
  const detector = new Detector(null, DETECTION);
  const translations = createInstance();
  translations.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    detector.cacheUserLanguage(language);
  });
  await translations
    .use(partsOnDemand)
    .use(initReactI18next)
    .init({
      lng: chooseLanguage([detector.detect() ?? []].flat()),
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      ns: ['app'],
      defaultNS: 'app',
      returnNull: false,
      // React escapes already.
      interpolation: { escapeValue: false },
    });
  return translations;
}
