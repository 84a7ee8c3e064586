import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { LITTLE_DISK } from '../limits.ts';

/** With less room the embedded store may not be able to write for long, in bytes. */
const LEAST_DISK = 64 * 1024 * 1024;
/** One look at the store serves all who ask within this time, in ms. */
const KEPT_MS = 1000;
/** The time between two looks at the disk that nobody asked for, in ms. */
const DISK_WATCH_MS = 60_000;

/** The answer of `/readyz`, and its reason if the server takes no requests. */
interface Readiness {
  ready: boolean;
  because?: 'stopping' | 'store' | 'disk';
  warning?: 'disk-nearly-full';
}

/**
 * Registers `/healthz`, which says that the process answers and touches nothing, and `/readyz` for a proxy: 503 as soon as the
 * server is stopping, unless the next one gets its socket, if the store cannot write, or if the disk of the embedded store is full.
 */
export function registerHealth(app: FastifyInstance, dependencies: Dependencies): void {
  const { now, stopping, isSocketKept = false } = dependencies;
  const { look, lookAtDisk } = looksAt(dependencies);
  let latest: { at: number; readiness: Promise<Readiness> } | undefined;
  watchDisk(app, dependencies, lookAtDisk);
  app.get('/healthz', (_request, reply) => {
    reply.header('cache-control', 'no-store').send({ ok: true });
  });
  app.get('/readyz', async (_request, reply) => {
    if (!latest || Math.abs(now() - latest.at) >= KEPT_MS) latest = { at: now(), readiness: look() };
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

/** Looks at the disk from the start on, also if nobody asks: then the log alone tells. */
function watchDisk(
  app: FastifyInstance,
  { config, log, diskWatchMs = DISK_WATCH_MS }: Dependencies,
  look: () => Promise<unknown>,
): void {
  if (config.databaseUrl !== undefined) return;
  const lookOrTell = () => void look().catch((error) => log.warn({ error }, 'the disk cannot be looked at'));
  const timer = setInterval(lookOrTell, diskWatchMs).unref();
  app.addHook('onReady', async () => lookOrTell());
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Returns the looks at store and disk. A fault is told when it begins: a proxy that looks each second must not fill the log. */
function looksAt({ store, config, log, freeDisk = freeDiskOf }: Dependencies) {
  const told: { store?: string | undefined; disk?: string | undefined } = {};
  const tell = (of: 'store' | 'disk', fault: string, about: object, text: string) => {
    if (told[of] !== fault) log.warn(about, text);
    told[of] = fault;
  };
  const lookAtDisk = async (): Promise<Readiness> => {
    const free = config.databaseUrl === undefined ? await freeDisk(config.dataDir) : LITTLE_DISK;
    const isFull = free < LEAST_DISK;
    if (free < LITTLE_DISK) {
      const about = { freeMegabytes: Math.floor(free / 2 ** 20) };
      tell('disk', isFull ? 'full' : 'little', about, 'the disk of the data folder is nearly full');
    } else told.disk = undefined;
    if (isFull) return { ready: false, because: 'disk' };
    return free < LITTLE_DISK ? { ready: true, warning: 'disk-nearly-full' } : { ready: true };
  };
  const look = async (): Promise<Readiness> => {
    try {
      await store.check();
      told.store = undefined;
    } catch (error) {
      tell('store', 'away', { error }, 'the store is not ready');
      return { ready: false, because: 'store' };
    }
    return lookAtDisk();
  };
  return { look, lookAtDisk };
}

/** Returns the bytes that are free on the disk of a folder. */
export async function freeDiskOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
