import { texts as enCore } from '#client/translations/en/core.ts';
import { texts as enDetails } from '#client/translations/en/details.ts';
import { texts as enHome } from '#client/translations/en/home.ts';
import { texts as enPublic } from '#client/translations/en/public.ts';
import { texts as svCore } from '#client/translations/sv/core.ts';
import { texts as svDetails } from '#client/translations/sv/details.ts';
import { texts as svHome } from '#client/translations/sv/home.ts';
import { texts as svPublic } from '#client/translations/sv/public.ts';
import type { Language } from '#domain/language.ts';
import { type AllTexts, BUNDLES, Translations } from './translations.ts';

/** For prerendering and tests; the app loads bundles (create.ts). */
export const ALL_TEXTS: Record<Language, AllTexts> = {
  sv: { ...svCore, ...svHome, ...svPublic, ...svDetails },
  en: { ...enCore, ...enHome, ...enPublic, ...enDetails },
};

/** Never suspends, and has no other language. */
export async function allTranslations(language: Language): Promise<Translations> {
  const translations = new Translations(language, async () => ALL_TEXTS[language]);
  await translations.load(BUNDLES);
  return translations;
}
