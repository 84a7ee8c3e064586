import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';

const HOUR_MS = 60 * 60_000;

/** Deletes expired sessions, one-time tokens and rate limits once an hour. Several instances may run at the same time. */
export class ExpiryWorker {
  readonly #dependencies: Pick<Dependencies, 'store' | 'now' | 'log'>;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;

  constructor(dependencies: Pick<Dependencies, 'store' | 'now' | 'log'>) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => this.#deleteExpired(), HOUR_MS).unref();
  }

  /** Resolves once a deletion that is under way has finished. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #deleteExpired(): void {
    const { store, now, log } = this.#dependencies;
    this.#running ??= store
      .purgeExpired(isoTime(now()))
      .catch((error) => log.warn({ error }, 'what has expired could not be forgotten for now'))
      .finally(() => {
        this.#running = undefined;
      });
  }
}
