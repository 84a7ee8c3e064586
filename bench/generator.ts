import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchFamily } from './families.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import type { MeasuredServer } from './measured-server.ts';

const LOAD = fileURLToPath(new URL('load.ts', import.meta.url));

/** A window of load and what the server used for it. */
export interface Window extends LoadResult {
  cpuSeconds: number;
  rss: number;
}

export interface Generator {
  /** Presses the server with the taps of so many families, from one place in their list on. */
  press(connections: number, ms: number, from?: number): Promise<Window>;
  stop(): void;
}

/** A generator for one server; while it is not asked to press it costs nothing. */
export async function generatorFor(server: MeasuredServer, families: BenchFamily[]): Promise<Generator> {
  const child = fork(LOAD, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('the load generator ended')));
  const order = async (what: LoadOrder): Promise<unknown> => {
    child.send(what);
    const [reply] = await once(child, 'message', { signal: ended.signal });
    return reply;
  };
  await order({ port: server.port, families });
  return {
    async press(connections, ms, from = 0) {
      const before = await server.gauge();
      const result = (await order({ from, connections, ms })) as LoadResult;
      const { cpuSeconds, rss } = await server.gauge();
      return { ...result, cpuSeconds: cpuSeconds - before.cpuSeconds, rss };
    },
    stop: () => void child.kill(),
  };
}
