import { execFileSync } from 'node:child_process';
import { ROOT } from '#scripts/client-build.ts';

/** A thing that has to hold, and a control, in which the same must fail. Both throw if it is otherwise, and return what was seen. */
export interface Claim {
  name: string;
  run: () => Promise<string>;
  control: { what: string; run: () => Promise<string> };
}

/** Some claims on one thing that is set up for them, and taken down after. */
export interface Part {
  name: string;
  tools: readonly Tool[];
  /** Hands each claim to `prove` in turn; the folder is of this run alone. */
  run: (prove: (claim: Claim) => Promise<void>, folder: string) => Promise<void>;
}

/** A program of this machine, and how to install it. */
export interface Tool {
  program: string;
  get: string;
}

/** Throws `reason` unless it is so. */
export function ensure(isSo: boolean, reason: string): void {
  if (!isSo) throw new Error(reason);
}

/** The line of an error that has to come, and to name `reason`. */
export async function refusal(run: () => unknown, reason = /\S/): Promise<string> {
  try {
    await run();
  } catch (error) {
    const words =
      Object(error).stderr?.toString().trim() || (error instanceof Error ? error.message : String(error));
    ensure(reason.test(words), words);
    return words.split('\n').find((line: string) => reason.test(line)) ?? words;
  }
  throw new Error('nothing was refused');
}

/** Runs a command of Framme with settings. Returns what it prints; throws its sentence. */
export function framme(settings: Record<string, string>, ...words: string[]): string {
  return execFileSync(process.execPath, ['scripts/framme.ts', ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  }).trim();
}
