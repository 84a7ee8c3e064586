import { type BackendModule, createInstance, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next/initReactI18next';
import { LANGUAGES, type Language } from '#domain/language.ts';
import './keys.ts';
import { detectLanguage, storeLanguage } from './detection.ts';
import { asLanguage } from './languages.ts';
import type { Part } from './parts.ts';

type Texts = Record<Part, () => Promise<ResourceKey>>;

const TEXTS: Record<Language, Texts> = {
  sv: {
    app: () => import('#client/translations/sv/common.ts').then(({ common }) => ({ common })),
    home: () => import('#client/translations/sv/home.ts').then(({ home }) => ({ home })),
    signIn: () => import('#client/translations/sv/sign-in-part.ts').then(({ signInPart }) => signInPart),
    signedIn: () =>
      import('#client/translations/sv/signed-in-part.ts').then(({ signedInPart }) => signedInPart),
    account: () => import('#client/translations/sv/account.ts').then(({ account }) => ({ account })),
    pages: () => import('#client/translations/sv/pages.ts').then(({ pages }) => pages),
  },
  en: {
    app: () => import('#client/translations/en/common.ts').then(({ common }) => ({ common })),
    home: () => import('#client/translations/en/home.ts').then(({ home }) => ({ home })),
    signIn: () => import('#client/translations/en/sign-in-part.ts').then(({ signInPart }) => signInPart),
    signedIn: () =>
      import('#client/translations/en/signed-in-part.ts').then(({ signedInPart }) => signedInPart),
    account: () => import('#client/translations/en/account.ts').then(({ account }) => ({ account })),
    pages: () => import('#client/translations/en/pages.ts').then(({ pages }) => pages),
  },
};

/** Loads the parts of the current language on demand. */
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

/** Loads the texts that only signed-in parents see. Rejects if they cannot be loaded. */
export async function loadSignedInTexts(translations: Promise<i18n>): Promise<void> {
  // Starts in parallel with the other texts.
  TEXTS[detectLanguage()].signedIn().catch(() => undefined);
  const i18n = await translations;
  const language = asLanguage(i18n.language);
  i18n.addResourceBundle(language, 'signedIn', await TEXTS[language].signedIn());
  // From now on they are loaded with each language.
  await i18n.loadNamespaces('signedIn');
}

/**
 * Creates the i18next instance; the given parts of the language are loaded when it resolves. Every change of language
 * updates `<html lang>` and the language stored on the device.
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
      // Texts of these parts need no prefix.
      fallbackNS: ['signedIn', 'home', 'signIn', 'account'],
      returnNull: false,
      // React escapes already.
      interpolation: { escapeValue: false },
    });
  document.documentElement.lang = language;
  translations.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
    storeLanguage(asLanguage(changed));
  });
  return translations;
}

/** Switches to the detected language if the document has another, and stores it. */
export async function followDetection(translations: i18n): Promise<void> {
  const detected = detectLanguage();
  if (detected === translations.language) storeLanguage(detected);
  else await translations.changeLanguage(detected);
}
