import type { Language } from '#domain/language.ts';

/** The source of each part of a language. Every page loads `app`; the rest is loaded by the pages that need it. */
const SOURCES = {
  app: 'common',
  home: 'home',
  modal: 'modal',
  signIn: 'sign-in',
  signedIn: 'signed-in',
  profile: 'profile',
  parents: 'parents',
  historyPage: 'history-page',
  account: 'account',
  following: 'following',
  rare: 'rare',
  pages: 'pages',
} as const;

export type Part = keyof typeof SOURCES;

export const PARTS = Object.keys(SOURCES) as readonly Part[];

/** Returns the path of a part's source in `client`. */
export function sourceOfTexts(part: Part, language: Language): string {
  return `translations/${language}/${SOURCES[part]}.ts`;
}

/** The type of a translation: a missing or additional key fails to compile. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
