import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './app.ts';
import { COMPILED } from './compiled.ts';

const COMMAND = fileURLToPath(new URL('../../../scripts/framme.ts', import.meta.url));

/** Runs the host's command line in a process of its own, with these settings alone, but for the cache of compiled sources. */
export function framme(env: Record<string, string>, ...words: string[]) {
  return frammeIn(temporaryFolder(), env, ...words);
}

/** Does the same in a working folder, whose file `.env` it reads. */
export async function frammeIn(cwd: string, env: Record<string, string>, ...words: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...words], {
    cwd,
    env: { ...COMPILED, ...env },
    // A command that hangs fails its test, and is not left behind.
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      output[name] += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}
