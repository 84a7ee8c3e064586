/**
 * All languages, as lower-case ISO 639-1 codes, in the order of the language toggle. Whatever needs a text or a setting
 * per language is a `Record<Language, ...>`, so that it fails to compile without one (see CONTRIBUTING.md).
 */
export const LANGUAGES = ['sv', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language if none is chosen or none of the wanted ones is supported (specification, section 9). */
export const DEFAULT_LANGUAGE: Language = 'sv';

/** The locales (BCP 47) that dates, numbers and lists are formatted in. */
export const LOCALES: Record<Language, `${string}-${string}`> = { sv: 'sv-SE', en: 'en-GB' };

/** Returns the language of a tag such as "en", "en-GB" or "EN_us", or undefined if it is not supported. */
export function supportedLanguage(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === primary);
}

/** Returns the language that the toggle switches to. */
export function nextLanguage(language: Language): Language {
  return LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? DEFAULT_LANGUAGE;
}

/** Returns all languages but one. */
export function otherLanguages(language: Language): Language[] {
  return LANGUAGES.filter((other) => other !== language);
}
