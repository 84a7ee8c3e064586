import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { ListeningAddress } from '../config/listening-settings.ts';
import type { Metrics } from './metrics.ts';

/** The metrics cannot be served; the message is a sentence for the host. */
export class CannotServeMetrics extends Error {
  override readonly name = 'CannotServeMetrics';
}

/** Serves `/metrics`, and nothing else, on an address of its own. Throws CannotServeMetrics. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: ListeningAddress,
): Promise<Server> {
  const server = createServer(answerWith(metrics));
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new CannotServeMetrics(
      `The metrics cannot be served on port ${port} of ${host} (${code}). Set another METRICS_ADDRESS.`,
    );
  }
  return server;
}

function answerWith(metrics: Pick<Metrics, 'text' | 'contentType'>): RequestListener {
  return ({ method, url }, response) => {
    if (method !== 'GET' || url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are at /metrics.\n');
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  };
}
