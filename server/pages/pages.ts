import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withFragment } from '#domain/links/secret.ts';
import { isPage, kindOf, pageRoutes } from '#domain/pages/pages.ts';
import type { DocumentName, DocumentPage } from '#domain/pages/rendering.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import { chooseDocument } from './choose-document.ts';
import { readFiles, serveFiles } from './files.ts';
import { securityHeaders } from './headers.ts';
import { sendNegotiated } from './representations.ts';
import { serveRobots } from './robots.ts';
import { serveWorker } from './serve-worker.ts';

/** Serves the built client: its files, and a document for every page; unknown paths get a document with status 404. */
export function servePages(
  app: FastifyInstance,
  { clientFolder, documents, config }: Pick<Dependencies, 'clientFolder' | 'documents' | 'config'>,
): void {
  const send = (page: DocumentPage, status: number, request: FastifyRequest, reply: FastifyReply) => {
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

/**
 * Redirects to the one address of a page, for which relative links are rendered, and in which a secret stands behind the #: no
 * later request has it. Undefined if there is nothing to redirect.
 */
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
