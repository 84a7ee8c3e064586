import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CallError } from '../call-error.ts';
import { pageRoutes } from './routes.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** A file whose name holds a hash of its contents never changes. */
const FOREVER = `public, max-age=${YEAR_SECONDS}, immutable`;

/** Serves the built client: its files, and the app shell for every page; unknown addresses get it with a 404. */
export function servePages(app: FastifyInstance, clientFolder: string): void {
  const shell = readShell(clientFolder);
  const sendShell = (reply: FastifyReply, status: number) => {
    if (shell === undefined) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The client is not built: npm run build\n');
    }
    return reply
      .code(status)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(shell);
  };
  if (shell !== undefined) serveFiles(app, clientFolder);
  for (const route of pageRoutes) app.get(route, (_request, reply) => sendShell(reply, 200));
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const isPage = (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(url);
    if (!isPage) throw new CallError('not-found');
    return sendShell(reply, 404);
  });
}

/** The shell, with its files named from the root, so that it also works for an address some folders down. */
function readShell(clientFolder: string): string | undefined {
  const file = join(clientFolder, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('="./', '="/') : undefined;
}

function serveFiles(app: FastifyInstance, root: string): void {
  app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    globIgnore: ['index.html', '**/.*/**'],
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(root, 'assets'));
      reply.header('cache-control', isHashed ? FOREVER : 'no-cache');
    },
  });
}
