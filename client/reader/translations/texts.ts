import { DEFAULT_LANGUAGE, type Language, supportedLanguage } from '#domain/language.ts';
import type { Texts } from './sv.ts';

/** Loads the texts of a language; a page loads one. */
const LOADS: Record<Language, () => Promise<Texts>> = {
  sv: () => import('./sv.ts').then(({ sv }) => sv),
  en: () => import('./en.ts').then(({ en }) => en),
};

export function loadTexts(language: Language): Promise<Texts> {
  return LOADS[language]();
}

/** The title of the document, and in link previews: it names nobody. */
export function titleIn({ title, brand }: Texts): string {
  return `${title} – ${brand}`;
}

/** Returns the language of the document, which the server chose. */
export function documentLanguage(): Language {
  return supportedLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE;
}
