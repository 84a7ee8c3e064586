import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { CallError } from './call-error.ts';

/** Refuses every write without our own Origin, against cross-site request forgery: 'foreign-origin'. */
export function requireOwnOrigin(app: FastifyInstance, config: Config): void {
  const isOwn = ownOrigins(app, config);
  app.addHook('onRequest', ({ method, headers }: FastifyRequest, _reply, done) => {
    if (method !== 'GET' && method !== 'HEAD' && !isOwn(headers.origin))
      done(new CallError('foreign-origin'));
    else done();
  });
}

/** Returns the origin for links in mails: set by the host, never taken from a request. */
export function originOf(app: FastifyInstance, { publicOrigin, port }: Config): () => string {
  return () => publicOrigin ?? `http://localhost:${listeningPort(app) ?? port}`;
}

/** Accepts the origin of PUBLIC_URL alone, or without one, this machine by any of its names at the listening port. */
function ownOrigins(app: FastifyInstance, { publicOrigin, port }: Config) {
  if (publicOrigin !== undefined) return (origin: string | undefined) => origin === publicOrigin;
  let known: ReadonlySet<string | undefined> | undefined;
  return (origin: string | undefined) => {
    known ??= new Set(loopbackOrigins(listeningPort(app) ?? port));
    return known.has(origin);
  };
}

/** Returns the port that the server listens on; undefined while it does not listen. */
export function listeningPort(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : undefined;
}

function loopbackOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin);
}
