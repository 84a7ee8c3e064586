import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Store } from '../store/port.ts';

const DEADLINE_MS = 10_000;
const SWEEP_MS = 50;

/**
 * Ends the process on SIGTERM or SIGINT: no new connections, requests in flight are answered, the store is closed,
 * exit 0. What is not answered after ten seconds is cut off. A second signal ends it at once.
 */
export function drainOnSignal(app: FastifyInstance, store: Store, log: Logger): void {
  let isDraining = false;
  const onSignal = () => {
    if (isDraining) process.exit(1);
    isDraining = true;
    void drain(app, store, log).then((code) => process.exit(code));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Out: the exit code. */
async function drain(app: FastifyInstance, store: Store, log: Logger): Promise<number> {
  // A connection whose request was in flight stays open after its answer, and would be waited for.
  const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
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
