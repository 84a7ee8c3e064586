import { whenIdle } from '#client/lib/when-online.ts';
import type { Language } from '#domain/language.ts';
import { detectLanguage, storeLanguage } from './detection.ts';
import type { Part } from './parts.ts';
import { Translations } from './translations.ts';

const PARTS: Record<Language, Record<Part, () => Promise<object>>> = {
  sv: {
    app: () => import('#client/translations/sv/common.ts'),
    home: () => import('#client/translations/sv/home.ts'),
    signIn: () => import('#client/translations/sv/sign-in.ts'),
    signedIn: () => import('#client/translations/sv/signed-in.ts'),
    modal: () => import('#client/translations/sv/modal.ts'),
    profile: () => import('#client/translations/sv/profile.ts'),
    parents: () => import('#client/translations/sv/parents.ts'),
    historyPage: () => import('#client/translations/sv/history-page.ts'),
    account: () => import('#client/translations/sv/account.ts'),
    following: () => import('#client/translations/sv/following.ts'),
    rare: () => import('#client/translations/sv/rare.ts').then(({ rare }) => rare),
    pages: () => import('#client/translations/sv/pages.ts').then(({ pages }) => pages),
  },
  en: {
    app: () => import('#client/translations/en/common.ts'),
    home: () => import('#client/translations/en/home.ts'),
    signIn: () => import('#client/translations/en/sign-in.ts'),
    signedIn: () => import('#client/translations/en/signed-in.ts'),
    modal: () => import('#client/translations/en/modal.ts'),
    profile: () => import('#client/translations/en/profile.ts'),
    parents: () => import('#client/translations/en/parents.ts'),
    historyPage: () => import('#client/translations/en/history-page.ts'),
    account: () => import('#client/translations/en/account.ts'),
    following: () => import('#client/translations/en/following.ts'),
    rare: () => import('#client/translations/en/rare.ts').then(({ rare }) => rare),
    pages: () => import('#client/translations/en/pages.ts').then(({ pages }) => pages),
  },
};

/** Loads the texts that only signed-in parents see. Rejects if they cannot be loaded. */
export async function loadSignedInTexts(translations: Promise<Translations>): Promise<void> {
  // Starts in parallel with the other texts.
  PARTS[detectLanguage()].signedIn().catch(() => undefined);
  await (await translations).load(['signedIn']);
}

/**
 * Creates the translations. When it resolves, `app` is loaded, and the other given parts unless they failed. Every change of language updates
 * `<html lang>` and the language stored on the device.
 */
export async function createTranslations(language: Language, parts: readonly Part[]): Promise<Translations> {
  const translations = new Translations(language, (language, part) => PARTS[language][part]());
  const others = translations.load(parts).catch(console.error);
  await translations.load(['app']);
  await others;
  document.documentElement.lang = language;
  translations.subscribe(() => {
    const { language: changed } = translations.current();
    document.documentElement.lang = changed;
    storeLanguage(changed);
  });
  return translations;
}

/** Switches to the detected language if the document has another, and stores it. */
export async function followDetection(translations: Translations): Promise<void> {
  const detected = detectLanguage();
  if (detected !== translations.current().language) await translations.choose(detected);
  // To write a cookie delays the first screen.
  else whenIdle(() => storeLanguage(translations.current().language));
}
