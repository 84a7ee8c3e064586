import type { FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, type Language, supportedLanguage } from '#domain/language.ts';
import { READER_PAGE } from '#domain/pages/pages.ts';
import type { DocumentKind, DocumentName, DocumentPage } from '#domain/pages/rendering.ts';
import { preferredLanguage } from '../http/accept-language.ts';

/** Returns the document that answers a request for a page, by its language and kind. */
export function chooseDocument(page: DocumentPage, request: FastifyRequest): DocumentName {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const { lng } = request.query as { lng?: unknown };
  const language = chooseLanguage({ lng, cookie, acceptLanguage });
  // One for everybody: it knows no link, no account and no device.
  if (page === READER_PAGE) return { page, language, kind: 'signed-out' };
  return { page, language, kind: kindFor(cookie, languageOfQuery(lng) !== undefined) };
}

/** A browser with a session cookie gets the app shell: a visitor's page would flash there with the wrong header. */
function kindFor(cookie: string | undefined, isLanguageExplicit: boolean): DocumentKind {
  if (/(?:^|;\s*)(?:__Host-)?framme=/.test(cookie ?? '')) return 'app-shell';
  return isLanguageExplicit ? 'explicit-language' : 'signed-out';
}

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
function languageOfQuery(lng: unknown): Language | undefined {
  return typeof lng === 'string' ? supportedLanguage(lng) : undefined;
}

function cookieIn(header = ''): string {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}
