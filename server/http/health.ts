import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { LITTLE_DISK } from '../server-limits.ts';

/** In bytes; with less the embedded store may soon fail to write. */
const LEAST_DISK = 64 * 1024 * 1024;
/** In ms, during which requests share one check. */
const KEPT_MS = 1000;
/** In ms. */
const DISK_WATCH_MS = 60_000;

interface Readiness {
  ready: boolean;
  because?: 'stopping' | 'store' | 'disk';
  warning?: 'disk-nearly-full';
}

/**
 * `/healthz` touches nothing; `/readyz` is 503 while stopping (unless a kept socket hands over), or
 * if store or disk fail.
 */
export function registerHealth(app: FastifyInstance, dependencies: Dependencies): void {
  const { now, stopping, isSocketKept = false } = dependencies;
  const { checkReadiness, checkDisk } = createChecks(dependencies);
  let latest: { at: number; readiness: Promise<Readiness> } | undefined;
  watchDisk(app, dependencies, checkDisk);
  app.get('/healthz', (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ ok: true });
  });
  app.get('/readyz', async (_request, reply) => {
    if (!latest || Math.abs(now() - latest.at) >= KEPT_MS)
      latest = { at: now(), readiness: checkReadiness() };
    const readiness =
      stopping?.aborted && !isSocketKept
        ? { ready: false, because: 'stopping' as const }
        : await latest.readiness;
    return reply
      .header('cache-control', 'no-store')
      .code(readiness.ready ? 200 : 503)
      .send(readiness);
  });
}

/** Without a proxy that polls, only the log warns. */
function watchDisk(
  app: FastifyInstance,
  { config, log, diskWatchMs = DISK_WATCH_MS }: Dependencies,
  check: () => Promise<unknown>,
): void {
  if (config.databaseUrl !== undefined) return;
  const checkOrWarn = () =>
    void check().catch((error) => log.warn({ error }, 'the disk cannot be looked at'));
  const timer = setInterval(checkOrWarn, diskWatchMs).unref();
  app.addHook('onReady', async () => checkOrWarn());
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Logs a fault once: a polling proxy must not fill the log. */
function createChecks({ store, config, log, freeDisk = freeDiskOf }: Dependencies) {
  const reported: { store?: string | undefined; disk?: string | undefined } = {};
  const report = (of: 'store' | 'disk', fault: string, about: object, text: string) => {
    if (reported[of] !== fault) log.warn(about, text);
    reported[of] = fault;
  };
  const checkDisk = async (): Promise<Readiness> => {
    const free = config.databaseUrl === undefined ? await freeDisk(config.dataDir) : LITTLE_DISK;
    const isFull = free < LEAST_DISK;
    if (free < LITTLE_DISK) {
      const about = { freeMegabytes: Math.floor(free / 2 ** 20) };
      report('disk', isFull ? 'full' : 'little', about, 'the disk of the data folder is nearly full');
    } else reported.disk = undefined;
    if (isFull) return { ready: false, because: 'disk' };
    return free < LITTLE_DISK ? { ready: true, warning: 'disk-nearly-full' } : { ready: true };
  };
  const checkReadiness = async (): Promise<Readiness> => {
    try {
      await store.check();
      reported.store = undefined;
    } catch (error) {
      report('store', 'away', { error }, 'the store is not ready');
      return { ready: false, because: 'store' };
    }
    return checkDisk();
  };
  return { checkReadiness, checkDisk };
}

export async function freeDiskOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
