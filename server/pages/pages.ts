import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageRoutes } from '#domain/pages/pages.ts';
import type { DocumentPage } from '#domain/pages/rendering.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import { documentFor } from './document-for.ts';
import { serveFiles } from './files.ts';
import { serveRobots } from './for-robots.ts';
import { sendStored } from './stored.ts';

/** Serves the built client: its files, and a document for every page; unknown addresses get one with a 404. */
export function servePages(
  app: FastifyInstance,
  { clientFolder, documents, config }: Pick<Dependencies, 'clientFolder' | 'documents' | 'config'>,
): void {
  const send = (page: DocumentPage, status: number, request: FastifyRequest, reply: FastifyReply) => {
    const name = documentFor(page, request);
    const found = documents?.find(name);
    if (found) return sendStored(request, reply, found, { status, headers: headersFor(name.language) });
    return reply.code(503).type('text/plain; charset=utf-8').send('The client is not built: npm run build\n');
  };
  if (documents) serveFiles(app, clientFolder);
  serveRobots(app, config.publicOrigin);
  for (const page of pageRoutes) {
    app.get(page, (request, reply) => {
      const [path = '', query] = request.url.split(/\?(.*)/s);
      // A page has one address, or its links would be drawn for another.
      if (path !== page) return reply.redirect(query ? `${page}?${query}` : page, 308);
      return send(page, 200, request, reply);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const isPage = (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(url);
    if (!isPage) throw new CallError('not-found');
    return send('*', 404, request, reply);
  });
}

function headersFor(language: string): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    'content-language': language,
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
  };
}
