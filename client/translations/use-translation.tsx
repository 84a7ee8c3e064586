import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import type { Elements } from '#client/lib/jsx.ts';
import { requireParts } from '#client/lib/lazy-part.ts';
import type { Language } from '#domain/language.ts';
import type { Texts } from './all-texts.ts';
import type { Format } from './format.ts';
import type { Part } from './parts.ts';
import type { LanguageTexts, Translate, Translations } from './translations.ts';

interface Current {
  translations: Translations;
  texts: LanguageTexts;
}

const CurrentContext = createContext<Current | undefined>(undefined);

interface ProviderProps {
  translations: Translations;
  children: Elements;
}

/** Gives the texts to all components below, and renders those that use them when the language changes. */
export function TranslationsProvider({ translations, children }: ProviderProps) {
  const texts = useSyncExternalStore(translations.subscribe, translations.current, translations.current);
  const current = useMemo(() => ({ translations, texts }), [translations, texts]);
  return <CurrentContext value={current}>{children}</CurrentContext>;
}

interface Used<Selectable> {
  t: Translate<Selectable>;
  /** The texts themselves, for lists. */
  texts: Selectable;
  translations: Translations;
  format: Format;
  language: Language;
}

/**
 * Returns the texts in the current language, and what formats times and numbers in it: the texts of the text pages for
 * `'pages'`, else all others. Suspends until the given parts are loaded, and throws `LoadFailed` if they cannot be; `app`
 * always is.
 */
export function useTranslation(part: 'pages'): Used<Texts['pages']>;
export function useTranslation(parts?: readonly Part[]): Used<Texts['app']>;
export function useTranslation(
  wanted: 'pages' | readonly Part[] = [],
): Used<Texts['pages']> | Used<Texts['app']> {
  const { translations, texts } = useCurrent();
  const isPages = wanted === 'pages';
  const missing = (isPages ? [wanted] : wanted).filter((part) => !texts.loaded.has(part));
  requireParts(missing.map((part) => texts.part(part)));
  const { format, language } = texts;
  if (isPages) return { t: texts.tPages, texts: texts.pages, translations, format, language };
  return { t: texts.t, texts: texts.app, translations, format, language };
}

function useCurrent(): Current {
  const current = use(CurrentContext);
  if (!current) throw new Error('useTranslation must be used within a TranslationsProvider');
  return current;
}
