import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { type Representations, representationsOf, sendNegotiated } from './representations.ts';

/** The page whose document serves as the app shell of all pages: any guarded one. */
const SHELL = '/dashboard';

const HEADERS = {
  'cache-control': 'no-cache',
  'content-type': 'text/javascript; charset=utf-8',
  vary: 'Accept-Encoding',
};

interface WorkerOptions {
  /** The folder of the built client. */
  root: string;
  /** Whatever the stored documents depend on: another version makes the browsers update. */
  version: readonly string[];
  isOn: boolean;
}

/**
 * Serves `/sw.js`, always: without an answer an old worker would stay on the devices. `isOn` false serves one that removes
 * itself and what it stored.
 */
export function serveWorker(
  app: FastifyInstance,
  { root, version, isOn }: WorkerOptions,
  files: Iterable<string>,
): void {
  const script = isOn ? workerScript(root, version, files) : readScript(root, 'remove-worker.js');
  const worker = compressed(script);
  app.get('/sw.js', (request, reply) => sendNegotiated(request, reply, worker, { headers: HEADERS }));
}

/** The built service worker, after a first line with what only the server knows (client/worker/service-worker.ts). */
export function workerScript(root: string, version: readonly string[], files: Iterable<string>): string {
  const script = readScript(root, 'service-worker.js');
  const id = createHash('sha256')
    .update(JSON.stringify([...version, script]))
    .digest('hex')
    .slice(0, 16);
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
