import { LANGUAGE_PARAMETER, type Language } from '#domain/language.ts';
import type { Texts } from './sv.ts';

const LOADS: Record<Language, () => Promise<Texts>> = {
  sv: () => import('./sv.ts').then(({ sv }) => sv),
  en: () => import('./en.ts').then(({ en }) => en),
};

export function loadTexts(language: Language): Promise<Texts> {
  return LOADS[language]();
}

/** Link previews show it, so it names nobody. */
export function titleIn({ title, brand }: Texts): string {
  return `${title} – ${brand}`;
}

/** Keeps the language that this page's query asks for (`?lng=en`). */
export function addressOf(path: string, query: string): string {
  const asked = new URLSearchParams(query).get(LANGUAGE_PARAMETER);
  return asked === null ? path : `${path}?${LANGUAGE_PARAMETER}=${encodeURIComponent(asked)}`;
}
