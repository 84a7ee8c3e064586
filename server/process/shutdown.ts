import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Store } from '../store/port.ts';

const DEADLINE_MS = 10_000;
const CLOSE_IDLE_MS = 50;
/** A connection that was taken just before the end gets so long to send its request. */
const LAST_TAKEN_MS = 250;

/**
 * Shuts down gracefully on SIGTERM or SIGINT: says that it is stopping, goes on for `waitMs` so that a proxy finds another
 * server, accepts no new connections, answers those that it took and requests in flight, closes the store and exits with 0. Cuts off the remaining
 * connections after ten seconds. A second signal ends the process at once.
 */
export function shutDownOnSignal(
  { app, store, log }: { app: FastifyInstance; store: Pick<Store, 'close'>; log: Logger },
  stopping: AbortController,
  waitMs: number,
): void {
  let isShuttingDown = false;
  const onSignal = () => {
    if (isShuttingDown) process.exit(1);
    isShuttingDown = true;
    stopping.abort();
    void pause(waitMs)
      .then(() => shutDown(app, store, log))
      .then((code) => process.exit(code));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Returns the exit code. */
async function shutDown(app: FastifyInstance, store: Pick<Store, 'close'>, log: Logger): Promise<number> {
  // The server's own `close` would end a connection whose first bytes are on their way.
  Server.prototype.close.call(app.server);
  await pause(LAST_TAKEN_MS);
  // A keep-alive connection stays open after the reply to its last request and would delay the close.
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS);
  const cutOff = setTimeout(() => app.server.closeAllConnections(), DEADLINE_MS);
  try {
    await app.close();
    await store.close();
    return 0;
  } catch (error) {
    log.error({ error }, 'the shutdown failed');
    return 1;
  } finally {
    clearInterval(closingIdle);
    clearTimeout(cutOff);
  }
}
