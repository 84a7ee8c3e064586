import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../http/call-error.ts';
import { type Representations, representationOf, sendNegotiated } from './representations.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** A file with a content hash in its name never changes. */
const FOREVER = `public, max-age=${YEAR_SECONDS}, immutable`;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Serves the built client's files from memory, by their URL path. */
export function serveFiles(app: FastifyInstance, files: ReadonlyMap<string, Representations>): void {
  const send = (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(path);
    if (!file) throw new CallError('not-found');
    const headers = {
      'cache-control': path.startsWith('/assets/') ? FOREVER : 'no-cache',
      'content-type': TYPES[extname(path)] ?? '',
      vary: 'Accept-Encoding',
    };
    return sendNegotiated(request, reply, file, { headers });
  };
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    send(`/assets/${request.params['*']}`, request, reply),
  );
  for (const path of files.keys()) {
    if (!path.startsWith('/assets/')) app.get(path, (request, reply) => send(path, request, reply));
  }
}

/** Reads the built client's files, compressed by the build, by their URL path; those of unknown types are not served. */
export function readFiles(root: string): Map<string, Representations> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && extname(file.name) in TYPES)
    .map((file) => join(file.parentPath, file.name))
    .filter((file) => !/^(\.|(service|remove)-worker\.js)/.test(relative(root, file)));
  return new Map(
    found.map((file) => [`/${relative(root, file).split(sep).join('/')}`, readRepresentations(file)]),
  );
}

function readRepresentations(file: string): Representations {
  const [br, gzip] = [`${file}.br`, `${file}.gz`].map((twin) =>
    existsSync(twin) ? representationOf(readFileSync(twin)) : undefined,
  );
  return { identity: representationOf(readFileSync(file)), ...(br && { br }), ...(gzip && { gzip }) };
}
