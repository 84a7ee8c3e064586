import { DEFAULT_LANGUAGE, type Language, supportedLanguage } from '#domain/language.ts';
import { preferredLanguage } from '../http/accept-language.ts';

const COOKIE = 'i18next';

/** The parts of a request that choose a language. */
export interface LanguageHints {
  /** `lng` of the query; an array if it is given more than once. */
  lng: unknown;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}

/** Chooses the language of a document: by the query, the cookie, the browser's preference, else the default. */
export function chooseLanguage({ lng, cookie, acceptLanguage }: LanguageHints): Language {
  return (
    languageOfQuery(lng) ??
    supportedLanguage(cookieIn(cookie)) ??
    preferredLanguage(acceptLanguage) ??
    DEFAULT_LANGUAGE
  );
}

/** Returns the language of `lng` of a query, or undefined if it names none that is supported. */
export function languageOfQuery(lng: unknown): Language | undefined {
  return typeof lng === 'string' ? supportedLanguage(lng) : undefined;
}

function cookieIn(header = ''): string {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}
