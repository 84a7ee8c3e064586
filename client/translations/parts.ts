import type { Language } from '#domain/language.ts';

/** The source of each part of a language. Every page loads `app`; the rest is loaded by the pages that need it. */
const SOURCES = {
  app: 'common',
  home: 'home',
  modal: 'parts/modal',
  signIn: 'sign-in-part',
  signedIn: 'signed-in-part',
  profile: 'parts/profile',
  parents: 'parts/parents',
  historyPage: 'parts/history-page',
  account: 'account',
  rare: 'rare-part',
  pages: 'pages',
} as const;

export type Part = keyof typeof SOURCES;

export const PARTS = Object.keys(SOURCES) as readonly Part[];

/** Returns the path of a part's source in `client`. */
export function sourceOfTexts(part: Part, language: Language): string {
  return `translations/${language}/${SOURCES[part]}.ts`;
}
