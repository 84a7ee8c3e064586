import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_COOKIE,
  LANGUAGES,
  type Language,
  supportedLanguage,
} from '#domain/language.ts';
import { withFragment } from '#domain/links/link-secret.ts';
import { isPage, kindOf, LINK_PAGE, pageRoutes } from '#domain/pages/pages.ts';
import type { DocumentName } from '#domain/pages/rendering.ts';
import type { Dependencies } from '../dependencies.ts';
import { preferredLanguage } from '../http/accept-language.ts';
import { CallError } from '../http/call-error.ts';
import { securityHeaders } from './headers.ts';
import { sendNegotiated } from './representations.ts';
import { readFiles, serveFiles, serveWorker } from './static-files.ts';

export function servePages(app: FastifyInstance, { clientFolder, documents, config }: Dependencies): void {
  const send = (page: DocumentName['page'], status: number, request: FastifyRequest, reply: FastifyReply) => {
    const name = chooseDocument(page, request);
    const found = documents?.find(name);
    if (found) return sendNegotiated(request, reply, found, { status, headers: headersFor(name) });
    return reply.code(503).type('text/plain; charset=utf-8').send('The client is not built: npm run build\n');
  };
  if (documents) {
    const files = readFiles(clientFolder);
    serveFiles(app, files);
    const version = [documents.id, JSON.stringify(securityHeaders(config))];
    serveWorker(app, { root: clientFolder, version, isOn: config.serviceWorker === 'on' }, files.keys());
  }
  serveRobots(app, config.publicOrigin);
  for (const page of pageRoutes) {
    app.get(page, (request, reply) => {
      return redirected(request, reply) ?? send(page, 200, request, reply);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const isPage = (method === 'GET' || method === 'HEAD') && !/^\/(api|assets|visit-assets)(\/|$)/.test(url);
    if (!isPage) throw new CallError('not-found');
    return redirected(request, reply) ?? send('*', 404, request, reply);
  });
}

/** Relative links need a page's one address; a secret belongs behind the #, which no request carries. */
function redirected({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const link = withFragment(url);
  const [path = '', query = ''] = link ? [link.path, link.query] : url.split(/(\?.*)/s);
  const page = path.replace(/(?<=.)\/$/, '').toLowerCase();
  if (!isPage(page) || (page === path && !link)) return undefined;
  if (link) reply.header('cache-control', 'no-store');
  return reply.redirect(`${page}${query}${link ? `#${link.secret}` : ''}`, 308);
}

function headersFor({ page, language }: DocumentName): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    'content-language': language,
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
    ...(page !== '*' && kindOf(page) === 'unlisted' ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
  };
}

function chooseDocument(page: DocumentName['page'], request: FastifyRequest): DocumentName {
  const { cookie, 'accept-language': acceptLanguage } = request.headers;
  const { lng } = request.query as { lng?: unknown };
  const language = chooseLanguage({ lng, cookie, acceptLanguage });
  // One for everybody: it knows no link, account or device.
  if (page === LINK_PAGE) return { page, language, kind: 'signed-out' };
  return { page, language, kind: kindFor(cookie, languageOfQuery(lng) !== undefined) };
}

/** With a session cookie a visitor's page would flash with the wrong header. */
function kindFor(cookie: string | undefined, isLanguageExplicit: boolean): DocumentName['kind'] {
  if (/(?:^|;\s*)(?:__Host-)?framme=/.test(cookie ?? '')) return 'app-shell';
  return isLanguageExplicit ? 'explicit-language' : 'signed-out';
}

interface LanguageHints {
  lng: unknown;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
}

/** By query, cookie, browser preference, then default. */
export function chooseLanguage({ lng, cookie, acceptLanguage }: LanguageHints): Language {
  return (
    languageOfQuery(lng) ??
    supportedLanguage(cookieIn(cookie)) ??
    preferredLanguage(acceptLanguage) ??
    DEFAULT_LANGUAGE
  );
}

function languageOfQuery(lng: unknown): Language | undefined {
  return typeof lng === 'string' ? supportedLanguage(lng) : undefined;
}

function cookieIn(header = ''): string {
  const pairs = header.split(';').map((pair) => pair.trim());
  return (
    pairs.find((pair) => pair.startsWith(`${LANGUAGE_COOKIE}=`))?.slice(LANGUAGE_COOKIE.length + 1) ?? ''
  );
}

const LISTED = pageRoutes.filter((page) => kindOf(page) === 'public');

/** The sitemap needs a public address. */
function serveRobots(app: FastifyInstance, origin: string | undefined): void {
  const robots = robotsOf(origin);
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(robots),
  );
  if (origin === undefined) {
    app.get('/sitemap.xml', () => {
      throw new CallError('not-found');
    });
    return;
  }
  const sitemap = sitemapOf(origin);
  app.get('/sitemap.xml', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/xml; charset=utf-8').send(sitemap),
  );
}

function robotsOf(origin: string | undefined): string {
  const sitemap = origin === undefined ? [] : ['', `Sitemap: ${origin}/sitemap.xml`];
  return ['User-agent: *', 'Disallow: /api/', ...sitemap, ''].join('\n');
}

/** With alternates per language. An origin needs no XML escaping. */
function sitemapOf(origin: string): string {
  const urls = LISTED.flatMap((page) => {
    const plain = origin + page;
    const inLanguage = LANGUAGES.map((language) => ({ language, address: `${plain}?lng=${language}` }));
    const alternates = [...inLanguage, { language: 'x-default', address: plain }].map(
      ({ language, address }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`,
    );
    return [plain, ...inLanguage.map(({ address }) => address)].map(
      (address) => `<url><loc>${address}</loc>${alternates.join('')}</url>`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>\n',
  ].join('\n');
}
