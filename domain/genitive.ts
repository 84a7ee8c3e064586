import type { Language } from './language.ts';

const GENITIVES: Record<Language, (name: string) => string> = {
  // A name that ends in such a sound gets nothing: Lukas, Max, Fritz.
  sv: (name) => (/[sxz]$/i.test(name) ? name : `${name}s`),
  en: (name) => `${name}’s`,
};

/** Returns a name as it stands before what belongs to it: "Ellas", "Ella’s". */
export function genitive(language: Language, name: string): string {
  return GENITIVES[language](name);
}
