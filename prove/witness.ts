import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Id } from '#domain/ids.ts';

const WITNESS = fileURLToPath(new URL('witness-process.ts', import.meta.url));

/** Writes down, in another process and synced to disk, what was acknowledged. */
export interface Witness {
  saw: (op: Id) => void;
  /** Ends it. Out: all that it wrote down. */
  testify: () => Promise<Id[]>;
}

export function callWitness(): Witness {
  const file = join(mkdtempSync(join(tmpdir(), 'framme-witness-')), 'acknowledged');
  const child = spawn(process.execPath, [WITNESS, file], { stdio: ['pipe', 'inherit', 'inherit'] });
  return {
    saw: (op) => void child.stdin.write(`${op}\n`),
    async testify() {
      child.stdin.end();
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error('the witness fell over');
      return readFileSync(file, 'utf8').split('\n').filter(Boolean);
    },
  };
}
