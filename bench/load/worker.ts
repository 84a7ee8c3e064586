import { fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that answers one order after the other. */
export interface Worker<Order, Result> {
  order(what: Order): Promise<Result>;
  stop(): void;
}

/** Starts a file of this folder as such a process. */
export function startWorker<Order, Result>(file: string): Worker<Order, Result> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error(`${file} ended`)));
  return {
    async order(what) {
      child.send(what as Serializable);
      const [result] = await once(child, 'message', { signal: ended.signal });
      return result as Result;
    },
    stop: () => void child.kill(),
  };
}
