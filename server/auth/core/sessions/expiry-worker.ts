import { HOUR_MS, isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { RetentionStore } from '../../../store/ports/store.ts';

interface ExpiryDependencies extends Pick<Dependencies, 'now' | 'log'> {
  store: Pick<RetentionStore, 'purgeExpired'>;
}

/** Deletes expired sessions, one-time tokens and rate limits once an hour. Several instances may run at the same time. */
export class ExpiryWorker {
  readonly #dependencies: ExpiryDependencies;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;

  constructor(dependencies: ExpiryDependencies) {
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
      .catch((error) =>
        log.warn({ error }, 'purging expired sessions and tokens failed, and will be retried'),
      )
      .finally(() => {
        this.#running = undefined;
      });
  }
}
