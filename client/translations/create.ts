import { whenIdle } from '#client/lib/when-online.ts';
import type { Language } from '#domain/language.ts';
import { detectLanguage, storeLanguage } from './detection.ts';
import type { Bundle, BundleTexts } from './translations.ts';
import { Translations } from './translations.ts';

type Load<B extends Bundle> = () => Promise<{ texts: BundleTexts[B] }>;

const LOADS: Record<Language, { [B in Bundle]: Load<B> }> = {
  sv: {
    core: () => import('#client/translations/sv/core.ts'),
    home: () => import('#client/translations/sv/home.ts'),
    public: () => import('#client/translations/sv/public.ts'),
    details: () => import('#client/translations/sv/details.ts'),
  },
  en: {
    core: () => import('#client/translations/en/core.ts'),
    home: () => import('#client/translations/en/home.ts'),
    public: () => import('#client/translations/en/public.ts'),
    details: () => import('#client/translations/en/details.ts'),
  },
};

/**
 * Awaits `core`, and the other bundles unless they fail. A language change updates `<html lang>` and the
 * stored language.
 */
export async function createTranslations(
  language: Language,
  bundles: readonly Bundle[],
): Promise<Translations> {
  const translations = new Translations(language, async (language, bundle) => {
    const { texts } = await LOADS[language][bundle]();
    return texts;
  });
  const others = translations.load(bundles).catch(console.error);
  await translations.load(['core']);
  await others;
  document.documentElement.lang = language;
  translations.subscribe(() => {
    const { language: changed } = translations.current();
    document.documentElement.lang = changed;
    storeLanguage(changed);
  });
  return translations;
}

/** The document's language may differ. */
export async function followDetection(translations: Translations): Promise<void> {
  const detected = detectLanguage();
  if (detected !== translations.current().language) await translations.choose(detected);
  // Writing the cookie would delay the first screen.
  else whenIdle(() => storeLanguage(translations.current().language));
}
