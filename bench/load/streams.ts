import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StreamOrder, StreamResult } from './stream-process.ts';

/** Starts the process that holds streams. */
export function startStreams() {
  const file = fileURLToPath(new URL('./stream-process.ts', import.meta.url));
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('the stream process ended')));
  return {
    async order(what: StreamOrder): Promise<StreamResult> {
      child.send(what);
      const [result] = await once(child, 'message', { signal: ended.signal });
      return result as StreamResult;
    },
    stop: () => void child.kill(),
  };
}
