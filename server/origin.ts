import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from './call-error.ts';
import type { Config } from './config.ts';

/** Refuses every write that no page of ours sent (design, section 7): 'foreign-origin'. */
export function requireOwnOrigin(app: FastifyInstance, config: Config): void {
  const isOwn = ownOrigins(app, config);
  app.addHook('onRequest', async ({ method, headers }: FastifyRequest) => {
    if (method !== 'GET' && method !== 'HEAD' && !isOwn(headers.origin))
      throw new CallError('foreign-origin');
  });
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

function portInForce(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : undefined;
}

function loopbackOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin);
}
