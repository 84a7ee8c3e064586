import type { Language } from '#domain/fields.ts';

export const LANGUAGES = ['sv', 'en'] as const satisfies readonly Language[];
const FALLBACK: Language = 'sv';

/** In: language codes, the most wanted first ("en-GB", "sv"). Out: the first that Framme speaks, else Swedish. */
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
