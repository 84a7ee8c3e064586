import type { Language } from '#domain/fields.ts';

const COOKIE = 'i18next';
const LANGUAGES: readonly Language[] = ['sv', 'en'];

/** The parts of a request that choose a language. */
export interface LanguageHints {
  /** `lng` of the query; an array if it is given more than once. */
  lng: unknown;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}

/** Chooses the language of a document: by the query, the cookie, the browser's preference, else Swedish. */
export function chooseLanguage({ lng, cookie, acceptLanguage }: LanguageHints): Language {
  return (
    supportedLanguage(lng) ?? supportedLanguage(cookieIn(cookie)) ?? preferredLanguage(acceptLanguage) ?? 'sv'
  );
}

/** In: a code such as "en-GB". Returns the language if it is supported. */
export function supportedLanguage(code: unknown): Language | undefined {
  const [main] = typeof code === 'string' ? code.toLowerCase().split(/[-_]/) : [];
  return LANGUAGES.find((language) => language === main);
}

function cookieIn(header = ''): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

/** In: Accept-Language, such as "de, en;q=0.8". Returns the most preferred supported language. */
function preferredLanguage(header = ''): Language | undefined {
  return parseQualityList(header)
    .map(({ value }) => supportedLanguage(value))
    .find((language) => language !== undefined);
}

/** Parses a header with quality values. Returns the acceptable values, most preferred first. */
export function parseQualityList(header: string): { value: string; weight: number }[] {
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
