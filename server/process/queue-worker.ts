import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { StoreUnavailable } from '../store/ports/store.ts';
import { Repeated } from './repeated.ts';

const POLL_MS = 1000;
/** A queue in the store: what it holds, how due entries are taken under a lease until `until` (ISO), and what is done with them. */
interface Queue<Taken> {
  what: string;
  /** The lease on what was taken, in ms: if the process dies while sending, it can be taken again after this time. */
  leaseMs: number;
  take(now: string, until: string): Promise<readonly Taken[]>;
  /** Sends and settles them, or begins to. */
  send(taken: readonly Taken[]): Promise<void>;
}

/** Sends what is due in a queue, when nudged and every second, until nothing more is. */
export class QueueWorker<Taken> {
  readonly #queue: Queue<Taken>;
  readonly #now: () => number;
  readonly #rounds: Repeated;
  /** Logs an error of what is sent. */
  protected readonly fail: (error: unknown) => void;

  constructor(queue: Queue<Taken>, { now, log }: Pick<Dependencies, 'now' | 'log'>) {
    this.#queue = queue;
    this.#now = now;
    this.fail = (error) => {
      if (error instanceof StoreUnavailable)
        log.warn({ error }, `the store is unavailable; ${queue.what} wait`);
      else log.error({ error }, `sending ${queue.what} failed`);
    };
    this.#rounds = new Repeated(() => this.#work(), this.fail).every(POLL_MS);
  }

  /** Looks for due entries now; called after a commit that queued some. */
  nudge(): void {
    this.#rounds.ask();
  }

  /** Resolves when nothing is being sent any more. */
  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #work(): Promise<void> {
    while (!this.#rounds.isStopped) {
      const now = this.#now();
      const taken = await this.#queue.take(isoTime(now), isoTime(now + this.#queue.leaseMs));
      if (taken.length === 0) return;
      await this.#queue.send(taken);
    }
  }
}

/** Returns the wait (ms) after a number of attempts, which doubles with each. */
export function backOff(first: number, attempts: number): number {
  return first * 2 ** (attempts - 1);
}
