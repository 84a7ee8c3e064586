import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import type { Elements } from '#client/lib/jsx.ts';
import { loadedModule } from '#client/lib/lazy-module.ts';
import type { Language } from '#domain/language.ts';
import type { Format } from './format.ts';
import type { Bundle, Texts, Translate, Translations } from './translations.ts';

interface Current {
  translations: Translations;
  loaded: ReturnType<Translations['current']>;
}

const CurrentContext = createContext<Current | undefined>(undefined);

interface ProviderProps {
  translations: Translations;
  children: Elements;
}

export function TranslationsProvider({ translations, children }: ProviderProps) {
  const loaded = useSyncExternalStore(translations.subscribe, translations.current, translations.current);
  const current = useMemo(() => ({ translations, loaded }), [translations, loaded]);
  return <CurrentContext value={current}>{children}</CurrentContext>;
}

interface Used<B extends Bundle> {
  t: Translate<B>;
  texts: Texts<B>;
  translations: Translations;
  format: Format;
  language: Language;
}

/** Suspends until the bundles are loaded; throws `LoadFailed` if that fails. `core` is always loaded. */
export function useTranslation<B extends Bundle = 'core'>(...bundles: readonly B[]): Used<B> {
  const current = use(CurrentContext);
  if (!current) throw new Error('useTranslation must be used within a TranslationsProvider');
  const { translations, loaded } = current;
  const parts = bundles.map((bundle) => loaded.bundles[bundle]);
  // In parallel.
  for (const part of parts) if (part.loaded === undefined && !part.hasFailed) void part.settled();
  parts.forEach(loadedModule);
  const { t, texts, format, language } = loaded;
  return { t, texts, translations, format, language };
}
