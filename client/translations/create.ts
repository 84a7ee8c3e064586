import { type BackendModule, createInstance, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next/initReactI18next';
import type { Language } from '#domain/fields.ts';
import './keys.ts';
import { detectLanguage, rememberLanguage } from './detection.ts';
import { asLanguage, LANGUAGES } from './languages.ts';
import type { Part } from './parts.ts';

type Texts = Record<Part, () => Promise<ResourceKey>>;

const TEXTS: Record<Language, Texts> = {
  sv: {
    app: () => import('#client/translations/sv/common.ts').then(({ common }) => ({ common })),
    home: () => import('#client/translations/sv/home.ts').then(({ home }) => ({ home })),
    signIn: () =>
      import('#client/translations/sv/for-signing-in.ts').then(({ forSigningIn }) => forSigningIn),
    parents: () => import('#client/translations/sv/for-parents.ts').then(({ forParents }) => forParents),
    account: () => import('#client/translations/sv/account.ts').then(({ account }) => ({ account })),
    pages: () => import('#client/translations/sv/pages.ts').then(({ pages }) => pages),
  },
  en: {
    app: () => import('#client/translations/en/common.ts').then(({ common }) => ({ common })),
    home: () => import('#client/translations/en/home.ts').then(({ home }) => ({ home })),
    signIn: () =>
      import('#client/translations/en/for-signing-in.ts').then(({ forSigningIn }) => forSigningIn),
    parents: () => import('#client/translations/en/for-parents.ts').then(({ forParents }) => forParents),
    account: () => import('#client/translations/en/account.ts').then(({ account }) => ({ account })),
    pages: () => import('#client/translations/en/pages.ts').then(({ pages }) => pages),
  },
};

/** Loads one language at a time, each part of it when a page first needs it. */
const partsOnDemand: BackendModule = {
  type: 'backend',
  init() {},
  read(language, part, done) {
    const texts: Partial<Record<string, Texts['app']>> = TEXTS[asLanguage(language)];
    const load = texts[part];
    if (!load) return done(new Error(`There are no texts "${part}".`), false);
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, false),
    );
  },
};

/** Loads what only a signed-in parent reads. Rejects where it cannot be fetched. */
export async function loadParentTexts(translations: Promise<i18n>): Promise<void> {
  // Begun beside the other texts, so that neither waits for the other.
  TEXTS[detectLanguage()].parents().catch(() => undefined);
  const i18n = await translations;
  const language = asLanguage(i18n.language);
  i18n.addResourceBundle(language, 'parents', await TEXTS[language].parents());
  // From now on they come with each language.
  await i18n.loadNamespaces('parents');
}

/**
 * The texts of a language, of which these parts are there when it resolves. From then on `<html lang>` and what the
 * device remembers follow each change of language.
 */
export async function createTranslations(language: Language, parts: readonly Part[]): Promise<i18n> {
  const translations = createInstance();
  await translations
    .use(partsOnDemand)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      ns: parts,
      defaultNS: 'app',
      // A text is asked for in the same way, whichever part holds it.
      fallbackNS: ['parents', 'home', 'signIn', 'account'],
      returnNull: false,
      // React escapes already.
      interpolation: { escapeValue: false },
    });
  document.documentElement.lang = language;
  translations.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
    rememberLanguage(asLanguage(changed));
  });
  return translations;
}

/** Shows the language that was detected, where the document had another, and remembers it. */
export async function followDetection(translations: i18n): Promise<void> {
  const detected = detectLanguage();
  if (detected === translations.language) rememberLanguage(detected);
  else await translations.changeLanguage(detected);
}
