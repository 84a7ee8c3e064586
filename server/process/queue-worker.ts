import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { StoreUnavailable } from '../store/ports/store.ts';
import { CoalescedTask } from './coalesced-task.ts';

const POLL_MS = 1000;
/** Due entries are taken under a lease until `until` (ISO). */
interface Queue<Taken> {
  what: string;
  /** In ms, until entries of a crashed process can be taken again. */
  leaseMs: number;
  take(now: string, until: string): Promise<readonly Taken[]>;
  send(taken: readonly Taken[]): Promise<void>;
}

export class QueueWorker<Taken> {
  readonly #queue: Queue<Taken>;
  readonly #now: () => number;
  readonly #rounds: CoalescedTask;
  protected readonly fail: (error: unknown) => void;

  constructor(queue: Queue<Taken>, { now, log }: Dependencies) {
    this.#queue = queue;
    this.#now = now;
    this.fail = (error) => {
      if (error instanceof StoreUnavailable)
        log.warn({ error }, `the store is unavailable; ${queue.what} wait`);
      else log.error({ error }, `sending ${queue.what} failed`);
    };
    this.#rounds = new CoalescedTask(() => this.#work(), this.fail).every(POLL_MS);
  }

  /** Call after a commit that queued entries. */
  wake(): void {
    this.#rounds.run();
  }

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
