import { DEFAULT_LANGUAGE, type Language, supportedLanguage } from '#domain/language.ts';

/** The languages in their own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { sv: 'Svenska', en: 'English' };

/** The link to the same page in a language, in that language. */
export const READ_IN: Record<Language, string> = { sv: 'Läs på svenska', en: 'Read in English' };

/** Returns the first supported language of these codes ("en-GB", "sv"), preferred first, else the default. Takes no more than it needs. */
export function chooseLanguage(wanted: Iterable<string | null>): Language {
  for (const code of wanted) {
    const language = supportedLanguage(code ?? '');
    if (language) return language;
  }
  return DEFAULT_LANGUAGE;
}

export function asLanguage(code: string): Language {
  return chooseLanguage([code]);
}
