import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { CallError } from './call-error.ts';

/** Against cross-site request forgery. */
export function requireOwnOrigin(app: FastifyInstance, config: Config): void {
  const isOwn = ownOrigins(app, config);
  app.addHook('onRequest', ({ method, headers }: FastifyRequest, _reply, done) => {
    if (method !== 'GET' && method !== 'HEAD' && !isOwn(headers.origin))
      done(new CallError('foreign-origin'));
    else done();
  });
}

/** For links in mails: from the settings, never from a request. */
export function originOf(app: FastifyInstance, { publicOrigin, port }: Config): () => string {
  return () => publicOrigin ?? `http://localhost:${listeningPort(app) ?? port}`;
}

/** Without PUBLIC_URL: this machine by any name, at the listening port. */
function ownOrigins(app: FastifyInstance, { publicOrigin, port }: Config) {
  if (publicOrigin !== undefined) return (origin: string | undefined) => origin === publicOrigin;
  let known: ReadonlySet<string | undefined> | undefined;
  return (origin: string | undefined) => {
    known ??= new Set(loopbackOrigins(listeningPort(app) ?? port));
    return known.has(origin);
  };
}

export function listeningPort(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : undefined;
}

function loopbackOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin);
}
