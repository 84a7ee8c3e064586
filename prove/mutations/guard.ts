import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Mutation } from './mutation.ts';

/** A time limit for tests that a mutation lets hang; Vitest's own limits end most of them sooner. */
const LONGEST_MS = 120_000;

/** Tests of one file to run, and the files that are mutated now. */
export interface GuardRun extends Omit<Mutation['guard'], 'test'> {
  tests: readonly string[];
  mutated: readonly string[];
}

/** The results by title, and the output of Vitest. */
export interface TestResults {
  passed: string[];
  failed: string[];
  printed: string;
}

/** Runs tests in a copy of the tree, by a Vitest that stays for the next run. */
export class GuardRunner {
  readonly #tree: string;
  #vitest: ChildProcess | undefined;

  constructor(tree: string) {
    this.#tree = tree;
    process.on('exit', () => this.#kill());
  }

  async run(asked: GuardRun): Promise<TestResults> {
    this.#vitest ??= this.#start();
    const vitest = this.#vitest;
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(LONGEST_MS)]);
    const ended = Promise.race([once(vitest, 'message', { signal }), failureOf(vitest, signal)]);
    vitest.send(asked);
    try {
      const [results] = await ended;
      return results as TestResults;
    } catch (error) {
      this.#kill();
      return { passed: [], failed: [], printed: `Vitest did not finish: ${error}` };
    } finally {
      over.abort();
    }
  }

  async close(): Promise<void> {
    if (!this.#vitest) return;
    const exited = once(this.#vitest, 'exit');
    this.#vitest.disconnect();
    await exited;
    this.#vitest = undefined;
  }

  #start(): ChildProcess {
    return fork(join(this.#tree, 'prove/mutations/vitest-process.ts'), {
      cwd: this.#tree,
      // What Vitest's own command sets, and fewer random stories.
      env: { ...process.env, TEST: 'true', VITEST: 'true', NODE_ENV: 'test', CI: '1', RUNS: '5' },
      // A process group of its own, so that hanging workers end with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  #kill(): void {
    if (this.#vitest?.pid !== undefined && this.#vitest.exitCode === null)
      process.kill(-this.#vitest.pid, 'SIGKILL');
    this.#vitest = undefined;
  }
}

async function failureOf(vitest: ChildProcess, signal: AbortSignal): Promise<never> {
  const [code] = await once(vitest, 'exit', { signal });
  throw new Error(`it ended with ${code}`);
}
