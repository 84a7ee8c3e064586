import type { BenchFamily } from '../families/stored-families.ts';
import type { MeasuredServer, Usage } from '../servers/measured-server.ts';
import type { LoadOrder, LoadResult, LoadWindow } from './load-process.ts';
import { startWorker } from './worker.ts';

/** A window of load and the resources that the server used for it; RSS is that at its end. */
export interface Window extends LoadResult, Usage {
  /** Bytes that the database wrote to its log; NaN where nobody counts them. */
  logged: number;
}

export interface Generator {
  runWindow(window: LoadWindow): Promise<Window>;
  stop(): void;
}

/** Starts a load generator for one server; it is idle between windows. */
export async function generatorFor(server: MeasuredServer, families: BenchFamily[]): Promise<Generator> {
  const { order, stop } = startWorker<LoadOrder, LoadResult>('load-process.ts');
  await order({ port: server.port, families });
  return {
    async runWindow(window) {
      const before = await server.usage();
      const result = await order(window);
      const { cpuSeconds, writes, rss } = await server.usage();
      return {
        ...result,
        rss,
        cpuSeconds: cpuSeconds - before.cpuSeconds,
        writes: writes - before.writes,
        logged: Number.NaN,
      };
    },
    stop,
  };
}
