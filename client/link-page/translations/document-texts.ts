import type { Language } from '#domain/language.ts';

/** What only the document says; the page's own bundle leaves it out. */
export const DOCUMENT_TEXTS: Record<
  Language,
  Record<'description' | 'notLoaded' | 'withoutScripts', string>
> = {
  sv: {
    description: 'Här ser den andra familjen när ett barn kommer och går.',
    notLoaded: 'Sidan är inte färdigladdad. Den försöker igen av sig själv.',
    withoutScripts:
      'Sidan behöver JavaScript för att visa besöket. Slå på det i webbläsaren och ladda om sidan.',
  },
  en: {
    description: 'Here the other family sees when a child arrives and leaves.',
    notLoaded: 'The page has not loaded completely. It tries again by itself.',
    withoutScripts:
      'The page needs JavaScript to show the visit. Turn it on in the browser and reload the page.',
  },
};
