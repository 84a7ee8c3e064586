import type { Language } from '#domain/language.ts';
import { ALL_TEXTS } from './all-texts.ts';
import { PARTS } from './parts.ts';
import { Translations } from './translations.ts';

/** Returns translations with all texts of a language, for prerendering and tests. It loads no other language. */
export function preloaded(language: Language): Translations {
  const translations = new Translations(language, () =>
    Promise.reject(new Error('Nothing is left to load.')),
  );
  const { app, pages } = ALL_TEXTS[language];
  const texts = translations.current();
  for (const part of PARTS) texts.add(part, part === 'pages' ? pages : app);
  return translations;
}
