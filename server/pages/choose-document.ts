import type { FastifyRequest } from 'fastify';
import { READER_PAGE } from '#domain/pages/pages.ts';
import type { DocumentKind, DocumentName, DocumentPage } from '#domain/pages/rendering.ts';
import { chooseLanguage, languageOfQuery } from './choose-language.ts';

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
