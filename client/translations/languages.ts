import type { Language } from '#domain/fields.ts';

export const LANGUAGES = ['sv', 'en'] as const satisfies readonly Language[];
const FALLBACK: Language = 'sv';

/** Returns the first supported language of these codes ("en-GB", "sv"), preferred first; by default Swedish. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const code of wanted) {
    const language = LANGUAGES.find((known) => code.toLowerCase().split(/[-_]/)[0] === known);
    if (language) return language;
  }
  return FALLBACK;
}

export function asLanguage(code: string): Language {
  return chooseLanguage([code]);
}

export function otherLanguage(language: Language): Language {
  return language === 'sv' ? 'en' : 'sv';
}
