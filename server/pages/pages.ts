import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { kindOf, pageRoutes } from '#domain/pages/pages.ts';
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
      const [path = '', query] = request.url.split(/\?(.*)/s);
      // Redirects to the canonical path: relative links are rendered for that path.
      if (path !== page) return reply.redirect(query ? `${page}?${query}` : page, 308);
      return send(page, 200, request, reply);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const isPage = (method === 'GET' || method === 'HEAD') && !/^\/(api|assets|visit-assets)(\/|$)/.test(url);
    if (!isPage) throw new CallError('not-found');
    return send('*', 404, request, reply);
  });
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
