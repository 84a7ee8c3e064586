import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/network-settings.ts';
import { createServer } from '../process/http.ts';
import { CannotStart } from '../process/startup-messages.ts';
import type { Metrics } from './metrics.ts';

/** Throws CannotStart. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: NonNullable<Config['metrics']>,
): Promise<Server> {
  const server = createServer(answerWith(metrics, host));
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new CannotStart(
      `The metrics cannot be served on port ${port} of ${host} (${code}). Set another METRICS_ADDRESS.`,
    );
  }
  return server;
}

function answerWith(metrics: Metrics, host: string): RequestListener {
  return ({ method, url, headers }, response) => {
    if (!isOwnHost(headers.host, host)) {
      response.writeHead(421, { 'content-type': 'text/plain' }).end('This is no address of the metrics.\n');
      return;
    }
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

/**
 * Against DNS rebinding: a page asks under its own name. With a wildcard address any IP may be this
 * machine's.
 */
function isOwnHost(header: string | undefined, host: string): boolean {
  const url = URL.parse(`http://${header ?? ''}`);
  if (url?.username !== '' || url.pathname !== '/') return false;
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isAnyAddress = host === '0.0.0.0' || host === '::';
  return isLoopback(url.hostname) || name === host.toLowerCase() || (isAnyAddress && isIP(name) !== 0);
}
