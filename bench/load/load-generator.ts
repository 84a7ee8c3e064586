import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchFamily } from '../families/stored-families.ts';
import type { MeasuredServer, Usage } from '../servers/measured-server.ts';
import type { LoadOrder, LoadResult, LoadWindow } from './load-process.ts';

const LOAD = fileURLToPath(new URL('load-process.ts', import.meta.url));

/** A window of load and the resources that the server used for it; RSS is that at its end. */
export interface Window extends LoadResult, Usage {}

export interface Generator {
  runWindow(window: LoadWindow): Promise<Window>;
  stop(): void;
}

/** Starts a load generator for one server; it is idle between windows. */
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
    async runWindow(window) {
      const before = await server.usage();
      const result = (await order(window)) as LoadResult;
      const { cpuSeconds, writes, rss } = await server.usage();
      return {
        ...result,
        rss,
        cpuSeconds: cpuSeconds - before.cpuSeconds,
        writes: writes - before.writes,
      };
    },
    stop: () => void child.kill(),
  };
}
