import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Store } from './store/port.ts';

const DEADLINE_MS = 10_000;
const SWEEP_MS = 50;

/**
 * Ends the process on SIGTERM or SIGINT: no new connections, requests in flight are answered, the store is closed,
 * exit 0. What is not answered after ten seconds is cut off. A second signal ends it at once.
 */
export function drainOnSignal(app: FastifyInstance, store: Store, log: Logger): void {
  const sweep = sweeper(app.server);
  let isDraining = false;
  const onSignal = () => {
    if (isDraining) process.exit(1);
    isDraining = true;
    void drain(app, store, log, sweep).then((code) => process.exit(code));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Out: the exit code. */
async function drain(app: FastifyInstance, store: Store, log: Logger, sweep: () => void): Promise<number> {
  const sweeping = setInterval(sweep, SWEEP_MS);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), DEADLINE_MS);
  try {
    await app.close();
    await store.close();
    return 0;
  } catch (error) {
    log.error({ error }, 'the shutdown failed');
    return 1;
  } finally {
    clearInterval(sweeping);
    clearTimeout(cutOff);
  }
}

/** Closes the connections without a request. To Node one that never sent anything is not idle; browsers open such ahead. */
function sweeper(server: Server): () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return () => {
    for (const socket of unused) socket.destroy();
    server.closeIdleConnections();
  };
}
