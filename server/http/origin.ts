import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { CallError } from './call-error.ts';

/** Refuses every write that no page of ours sent (design, section 7): 'foreign-origin'. */
export function requireOwnOrigin(app: FastifyInstance, config: Config): void {
  const isOwn = ownOrigins(app, config);
  app.addHook('onRequest', async ({ method, headers }: FastifyRequest) => {
    if (method !== 'GET' && method !== 'HEAD' && !isOwn(headers.origin))
      throw new CallError('foreign-origin');
  });
}

/** The origin that our mails' links lead to: set by whoever hosts, never taken from a request. */
export function originOf(app: FastifyInstance, { publicOrigin, port }: Config): () => string {
  return () => publicOrigin ?? `http://localhost:${portInForce(app) ?? port}`;
}

/** With a PUBLIC_URL its origin alone, else this machine by any of its own names, at the port in force. */
function ownOrigins(app: FastifyInstance, { publicOrigin, port }: Config) {
  if (publicOrigin !== undefined) return (origin: string | undefined) => origin === publicOrigin;
  let known: ReadonlySet<string | undefined> | undefined;
  return (origin: string | undefined) => {
    known ??= new Set(loopbackOrigins(portInForce(app) ?? port));
    return known.has(origin);
  };
}

/** The port that the server listens on; undefined while it listens on none. */
export function portInForce(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : undefined;
}

function loopbackOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin);
}
