/** ISO 639-1, in toggle order. A `Record<Language, ...>` does not compile without each (CONTRIBUTING.md). */
export const LANGUAGES = ['sv', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** If none is chosen or supported (specification, section 9). */
export const DEFAULT_LANGUAGE: Language = 'sv';

/** In a page's query; wins over the cookie. */
export const LANGUAGE_PARAMETER = 'lng';
export const LANGUAGE_COOKIE = 'i18next';

/** Locales (BCP 47) for dates, numbers and lists. */
export const LOCALES: Record<Language, `${string}-${string}`> = { sv: 'sv-SE', en: 'en-GB' };

/** Takes "en", "en-GB" or "EN_us". */
export function supportedLanguage(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === primary);
}

export function nextLanguage(language: Language): Language {
  return LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? DEFAULT_LANGUAGE;
}

export function otherLanguages(language: Language): Language[] {
  return LANGUAGES.filter((other) => other !== language);
}
