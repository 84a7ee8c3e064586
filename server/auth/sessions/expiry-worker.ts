import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';

const HOUR_MS = 60 * 60_000;

/** Forgets once an hour what has expired: sessions, tickets, and allowances that are full again. Several instances may. */
export class Expiry {
  readonly #parts: Pick<Dependencies, 'store' | 'now' | 'log'>;
  readonly #timer: NodeJS.Timeout;
  #step: Promise<void> | undefined;

  constructor(parts: Pick<Dependencies, 'store' | 'now' | 'log'>) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#go(), HOUR_MS).unref();
  }

  /** Resolves when nothing is being forgotten any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#step;
  }

  #go(): void {
    const { store, now, log } = this.#parts;
    this.#step ??= store
      .forgetExpired(isoTime(now()))
      .catch((error) => log.warn({ error }, 'what has expired could not be forgotten for now'))
      .finally(() => {
        this.#step = undefined;
      });
  }
}
