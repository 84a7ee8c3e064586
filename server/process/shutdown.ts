import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Store } from '../store/ports/store.ts';

/** In ms, after the wait for a proxy. */
interface ShutdownTimes {
  /** For a just accepted connection to send its request. */
  lastTaken: number;
  cutOff: number;
  end: number;
}

const DEFAULT_TIMES: ShutdownTimes = { lastTaken: 250, cutOff: 10_000, end: 16_000 };
const CLOSE_IDLE_MS = 50;

interface Running {
  app: FastifyInstance;
  store: Store;
  log: Logger;
}

/**
 * /readyz fails during `waitMs`, for proxies to switch; then open requests are answered. Exits with 0, or 1
 * if that failed or took too long; a second signal exits at once.
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

async function shutDown({ app, store, log }: Running, { lastTaken, cutOff }: ShutdownTimes): Promise<number> {
  // `app.server.close` would end a connection whose first bytes are on their way.
  Server.prototype.close.call(app.server);
  await pause(lastTaken);
  // Idle keep-alive connections would delay the close.
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

/** Confirmed taps are on disk; phones resend the rest. */
async function endLate({ log }: Running, { end }: ShutdownTimes): Promise<number> {
  await pause(end);
  const open = process.getActiveResourcesInfo();
  log.error({ open }, 'the shutdown took too long; the server exits without what still waits');
  return 1;
}
