import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Store } from '../store/ports/store.ts';

/** Limits of a shutdown, in ms from the end of the wait for a proxy. */
interface ShutdownTimes {
  /** A connection that was taken just before the end gets so long to send its request. */
  lastTaken: number;
  /** The connections that remain are cut off. */
  cutOff: number;
  /** The process ends, whatever still waits. */
  end: number;
}

const DEFAULT_TIMES: ShutdownTimes = { lastTaken: 250, cutOff: 10_000, end: 16_000 };
const CLOSE_IDLE_MS = 50;

interface Running {
  app: FastifyInstance;
  store: Pick<Store, 'close'>;
  log: Logger;
}

/**
 * Shuts down gracefully on SIGTERM or SIGINT: says that it is stopping, goes on for `waitMs` so that a proxy finds another
 * server, accepts no new connections, answers those that it took and requests in flight, closes the store and exits with 0.
 * Cuts off the remaining connections after ten seconds, and exits with 1 after 16. A second signal ends the process at once.
 */
export function shutDownOnSignal(
  running: Running,
  stopping: AbortController,
  waitMs: number,
  times = DEFAULT_TIMES,
): void {
  let isShuttingDown = false;
  const onSignal = () => {
    if (isShuttingDown) process.exit(1);
    isShuttingDown = true;
    stopping.abort();
    void pause(waitMs)
      .then(() => Promise.race([shutDown(running, times), endLate(running, times)]))
      .then((code) => process.exit(code));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Returns the exit code. */
async function shutDown({ app, store, log }: Running, { lastTaken, cutOff }: ShutdownTimes): Promise<number> {
  // The server's own `close` would end a connection whose first bytes are on their way.
  Server.prototype.close.call(app.server);
  await pause(lastTaken);
  // A keep-alive connection stays open after the reply to its last request and would delay the close.
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS);
  const cuttingOff = setTimeout(() => {
    log.warn('connections that remained are cut off');
    app.server.closeAllConnections();
  }, cutOff);
  try {
    await app.close();
    await store.close();
    return 0;
  } catch (error) {
    log.error({ error }, 'the shutdown failed');
    return 1;
  } finally {
    clearInterval(closingIdle);
    clearTimeout(cuttingOff);
  }
}

/** Resolves with the exit code of a shutdown that takes too long. What was confirmed is on disk; the rest is sent again. */
async function endLate({ log }: Running, { end }: ShutdownTimes): Promise<number> {
  await pause(end);
  const open = process.getActiveResourcesInfo();
  log.error({ open }, 'the shutdown took too long; the server exits without what still waits');
  return 1;
}
