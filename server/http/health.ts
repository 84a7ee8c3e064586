import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';

/** With less room the embedded store may not be able to write for long, in bytes. */
const LEAST_DISK = 64 * 1024 * 1024;
/** From here on whoever hosts is warned. */
const LITTLE_DISK = 512 * 1024 * 1024;
/** One look at the store serves all who ask within this time, in ms. */
const KEPT_MS = 1000;

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
  const look = lookAt(dependencies);
  let latest: { at: number; readiness: Promise<Readiness> } | undefined;
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

/** Returns the look at store and disk. A fault is told when it begins: a proxy that looks each second must not fill the log. */
function lookAt({ store, config, log, freeDisk = freeDiskOf }: Dependencies): () => Promise<Readiness> {
  let told: string | undefined;
  const tell = (readiness: Readiness, about: object, text: string) => {
    const fault = readiness.because ?? readiness.warning;
    if (told !== fault) log.warn(about, text);
    told = fault;
    return readiness;
  };
  return async () => {
    try {
      await store.check();
    } catch (error) {
      return tell({ ready: false, because: 'store' }, { error }, 'the store is not ready');
    }
    const free = config.databaseUrl === undefined ? await freeDisk(config.dataDir) : LITTLE_DISK;
    if (free >= LITTLE_DISK) {
      told = undefined;
      return { ready: true };
    }
    const readiness: Readiness =
      free < LEAST_DISK ? { ready: false, because: 'disk' } : { ready: true, warning: 'disk-nearly-full' };
    const about = { freeMegabytes: Math.floor(free / 2 ** 20) };
    return tell(readiness, about, 'the disk of the data folder is nearly full');
  };
}

/** Returns the bytes that are free on the disk of a folder. */
async function freeDiskOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
