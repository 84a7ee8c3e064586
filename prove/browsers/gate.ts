import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The network between browsers and server: slow for syncs, or gone. */
export interface Gate {
  url: string;
  /** Ms that each sync takes to reach the server; those on their way wait on. */
  delay: number;
  /** Nobody answers, as where there is no network. */
  isDown: boolean;
  close(): Promise<void>;
}

/** Opens a gate in front of the server that will listen on this port. What is no browser passes as if there were none. */
export async function openGate(port: number): Promise<Gate> {
  const server = createServer(async (incoming, outgoing) => {
    const isBrowser = incoming.headers['user-agent']?.includes('Mozilla') ?? false;
    if (isBrowser && gate.isDown) return void incoming.socket.destroy();
    if (isBrowser && incoming.url === '/api/sync')
      await new Promise((resolve) => setTimeout(resolve, gate.delay));
    if (incoming.socket.destroyed) return;
    const { method, url, headers } = incoming;
    const onward = request({ host: 'localhost', port, method, path: url, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0);
  await once(server, 'listening');
  const gate: Gate = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    delay: 0,
    isDown: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gate;
}
