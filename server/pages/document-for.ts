import type { FastifyRequest } from 'fastify';
import type { DocumentKind, DocumentName, DrawnPage } from '#domain/pages/rendering.ts';
import { chooseLanguage, spoken } from './choose-language.ts';

/** Which document answers a request for a page: its language, and whether a page or an empty frame. */
export function documentFor(page: DrawnPage, request: FastifyRequest): DocumentName {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const { lng } = request.query as { lng?: unknown };
  const language = chooseLanguage({ lng, cookie, acceptLanguage });
  return { page, language, kind: kindFor(cookie, spoken(lng) !== undefined) };
}

/** A browser that holds a session cookie gets the frame: the page of a visitor would flash there with a wrong header. */
function kindFor(cookie: string | undefined, isAsked: boolean): DocumentKind {
  if (/(?:^|;\s*)(?:__Host-)?framme=/.test(cookie ?? '')) return 'frame';
  return isAsked ? 'asked' : 'visitor';
}
