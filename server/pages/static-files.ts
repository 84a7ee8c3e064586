import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../http/call-error.ts';
import { type Representations, representationsOf, sendNegotiated } from './representations.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Contents never change. The service worker ignores the second. */
const HASHED = ['/assets/', '/visit-assets/'];
const FOREVER = `public, max-age=${YEAR_SECONDS}, immutable`;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

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

/** Compressed by the build; unknown types are not served. */
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
    existsSync(twin) ? readFileSync(twin) : undefined,
  );
  return representationsOf({ identity: readFileSync(file), ...(br && { br }), ...(gzip && { gzip }) });
}

/** Any guarded page: its document is the app shell. */
const SHELL = '/dashboard';

const WORKER_HEADERS = {
  'cache-control': 'no-cache',
  'content-type': 'text/javascript; charset=utf-8',
  vary: 'Accept-Encoding',
};

interface WorkerOptions {
  root: string;
  /** Another version makes browsers update. */
  version: readonly string[];
  isOn: boolean;
}

/**
 * Always served: otherwise an old worker would stay on devices. `isOn` false serves one that
 * removes itself and its caches.
 */
export function serveWorker(
  app: FastifyInstance,
  { root, version, isOn }: WorkerOptions,
  files: Iterable<string>,
): void {
  const script = isOn ? workerScript(root, version, files) : readScript(root, 'remove-worker.js');
  const worker = compressed(script);
  app.get('/sw.js', (request, reply) => sendNegotiated(request, reply, worker, { headers: WORKER_HEADERS }));
}

/** The first line has what only the server knows (client/worker/service-worker.ts). */
export function workerScript(root: string, version: readonly string[], files: Iterable<string>): string {
  const script = readScript(root, 'service-worker.js');
  const id = hash('sha256', JSON.stringify([...version, script])).slice(0, 16);
  const assets = [...files].filter((path) => path.startsWith('/assets/')).sort();
  return `self.BUILD=${JSON.stringify({ id, base: '', shell: SHELL, assets })};\n${script}`;
}

function readScript(root: string, name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

function compressed(script: string): Representations {
  const identity = Buffer.from(script);
  const [br, gzip] = [brotliCompressSync(identity), gzipSync(identity, { level: 9 })];
  return representationsOf({ identity, br, gzip });
}
