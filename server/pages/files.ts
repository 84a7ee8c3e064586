import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../http/call-error.ts';
import { type Stored, sendStored, sent } from './stored.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** A file whose name holds a hash of its contents never changes. */
const FOREVER = `public, max-age=${YEAR_SECONDS}, immutable`;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Serves the built client's files from memory, as the build compressed them; a file of no known kind is not served. */
export function serveFiles(app: FastifyInstance, root: string): void {
  const files = readFiles(root);
  const send = (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const stored = files.get(path);
    if (!stored) throw new CallError('not-found');
    const headers = {
      'cache-control': path.startsWith('/assets/') ? FOREVER : 'no-cache',
      'content-type': TYPES[extname(path)] ?? '',
      vary: 'Accept-Encoding',
    };
    return sendStored(request, reply, stored, { headers });
  };
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    send(`/assets/${request.params['*']}`, request, reply),
  );
  for (const path of files.keys()) {
    if (!path.startsWith('/assets/')) app.get(path, (request, reply) => send(path, request, reply));
  }
}

/** By the path in their address. */
function readFiles(root: string): Map<string, Stored> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && extname(file.name) in TYPES)
    .map((file) => join(file.parentPath, file.name))
    .filter((file) => !relative(root, file).startsWith('.'));
  return new Map(found.map((file) => [`/${relative(root, file).split(sep).join('/')}`, readStored(file)]));
}

function readStored(file: string): Stored {
  const [br, gzip] = [`${file}.br`, `${file}.gz`].map((twin) =>
    existsSync(twin) ? sent(readFileSync(twin)) : undefined,
  );
  return { identity: sent(readFileSync(file)), ...(br && { br }), ...(gzip && { gzip }) };
}
