import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '#domain/language.ts';
import { kindOf, pageRoutes } from '#domain/pages/pages.ts';
import { CallError } from '../http/call-error.ts';

const LISTED = pageRoutes.filter((page) => kindOf(page) === 'public');

/** Registers `GET /robots.txt` and `GET /sitemap.xml`; the sitemap is not found without a public address. */
export function serveRobots(app: FastifyInstance, origin: string | undefined): void {
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

/** Lists every public page in every language, with its alternates. An origin needs no XML escaping. */
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
