import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../http/call-error.ts';
import { type Representations, representationOf, sendNegotiated } from './representations.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** The folders of files with a content hash in their names, which never change; the app's service worker leaves the second alone. */
const HASHED = ['/assets/', '/visit-assets/'];
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
      'cache-control': isHashed(path) ? FOREVER : 'no-cache',
      'content-type': TYPES[extname(path)] ?? '',
      vary: 'Accept-Encoding',
    };
    return sendNegotiated(request, reply, file, { headers });
  };
  for (const folder of HASHED) {
    app.get<{ Params: { '*': string } }>(`${folder}*`, (request, reply) =>
      send(folder + request.params['*'], request, reply),
    );
  }
  for (const path of files.keys()) {
    if (!isHashed(path)) app.get(path, (request, reply) => send(path, request, reply));
  }
}

function isHashed(path: string): boolean {
  return HASHED.some((folder) => path.startsWith(folder));
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
