import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Id } from '#domain/ids.ts';

const LOG_PROCESS = fileURLToPath(new URL('ack-log-process.ts', import.meta.url));

/** A log of acknowledged ops, written and synced by another process. */
export interface AckLog {
  record: (op: Id) => void;
  /** Ends the process. Returns the logged ops. */
  close: () => Promise<Id[]>;
}

export function openAckLog(): AckLog {
  const file = join(mkdtempSync(join(tmpdir(), 'framme-ack-log-')), 'acknowledged');
  const child = spawn(process.execPath, [LOG_PROCESS, file], { stdio: ['pipe', 'inherit', 'inherit'] });
  return {
    record: (op) => void child.stdin.write(`${op}\n`),
    async close() {
      child.stdin.end();
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error('the ackLog fell over');
      return readFileSync(file, 'utf8').split('\n').filter(Boolean);
    },
  };
}
