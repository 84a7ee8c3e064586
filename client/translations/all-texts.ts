import { pages as enPages } from '#client/translations/en/pages.ts';
import { pages as svPages } from '#client/translations/sv/pages.ts';
import type { Language } from '#domain/language.ts';
import { en } from './en.ts';
import type { Translated } from './parts.ts';
import { sv } from './sv.ts';

export interface Texts {
  app: Translated<typeof sv>;
  pages: Translated<typeof svPages>;
}

/** All texts of all languages, for prerendering and tests. The app loads one language in parts (see create.ts). */
export const ALL_TEXTS: Record<Language, Texts> = {
  sv: { app: sv, pages: svPages },
  en: { app: en, pages: enPages },
};
