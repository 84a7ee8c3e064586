import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { isIP } from 'node:net';
import type { ListeningAddress } from '../config/network-settings.ts';
import { isLoopback } from '../config/network-settings.ts';
import { createServer } from '../process/http.ts';
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
  const server = createServer(answerWith(metrics, host));
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

function answerWith(metrics: Pick<Metrics, 'text' | 'contentType'>, host: string): RequestListener {
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
 * True if a Host header names the address listened on, or this machine. A web page whose name leads here (DNS rebinding) asks with
 * that name; where every address is listened on, any address may be one of this machine's.
 */
function isOwnHost(header: string | undefined, host: string): boolean {
  const url = URL.parse(`http://${header ?? ''}`);
  if (url?.username !== '' || url.pathname !== '/') return false;
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isAnyAddress = host === '0.0.0.0' || host === '::';
  return isLoopback(url.hostname) || name === host.toLowerCase() || (isAnyAddress && isIP(name) !== 0);
}
