import type { Language } from '#domain/fields.ts';

const COOKIE = 'i18next';
const LANGUAGES: readonly Language[] = ['sv', 'en'];

/** What of a request speaks of languages. */
export interface Asked {
  /** `lng` of the query, as often as it stands there. */
  lng: unknown;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}

/**
 * The language of the document, by the order of the specification (section 9) as far as a server sees it: the query, the
 * cookie, the browser, else Swedish.
 */
export function chooseLanguage({ lng, cookie, acceptLanguage }: Asked): Language {
  return spoken(lng) ?? spoken(cookieIn(cookie)) ?? firstSpoken(acceptLanguage) ?? 'sv';
}

/** In: a code like "en-GB". Out: the language, where Framme speaks it. */
export function spoken(code: unknown): Language | undefined {
  const [main] = typeof code === 'string' ? code.toLowerCase().split(/[-_]/) : [];
  return LANGUAGES.find((language) => language === main);
}

function cookieIn(header = ''): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

/** In: Accept-Language, "de, en;q=0.8". Out: the most wanted that Framme speaks. */
function firstSpoken(header = ''): Language | undefined {
  return weighed(header)
    .map(({ value }) => spoken(value))
    .find((language) => language !== undefined);
}

/** In: a header that lists values by weight. Out: those that are wanted at all, the most wanted first. */
export function weighed(header: string): { value: string; weight: number }[] {
  return header
    .split(',')
    .map((part) => {
      const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { value, weight: given === undefined ? 1 : Number(given) };
    })
    .filter(({ value, weight }) => value !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
}
