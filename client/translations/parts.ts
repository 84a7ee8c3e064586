import type { Language } from '#domain/fields.ts';

/** The parts in which a language is loaded: what every page says, and what some pages say besides. */
const SOURCES = {
  app: 'common',
  home: 'home',
  signIn: 'for-signing-in',
  parents: 'for-parents',
  account: 'account',
  pages: 'pages',
} as const;

export type Part = keyof typeof SOURCES;

/** The source of a part, in `client`. */
export function sourceOfTexts(part: Part, language: Language): string {
  return `translations/${language}/${SOURCES[part]}.ts`;
}
