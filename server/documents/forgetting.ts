import type { Id } from '#domain/ids.ts';
import { isoTime, OFFLINE_DAYS } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Longer than a phone sends a tap again by itself, so that one it sends again is never done twice. */
const OUTCOME_DAYS = OFFLINE_DAYS + 30;

const PAUSE_MS = 30_000;
const HOUSEHOLDS_AT_ONCE = 25;

/** Forgets old removals and outcomes, some households at a time, each about once a day. Several instances may. */
export class Forgetting {
  readonly #parts: Pick<Dependencies, 'store' | 'now' | 'log'>;
  readonly #timer: NodeJS.Timeout;
  #after: Id | undefined;
  #restsUntil = 0;
  #step: Promise<void> | undefined;

  constructor(parts: Pick<Dependencies, 'store' | 'now' | 'log'>) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#go(), PAUSE_MS).unref();
  }

  /** Resolves when nothing is being forgotten any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#step;
  }

  #go(): void {
    if (this.#step || this.#parts.now() < this.#restsUntil) return;
    this.#step = this.#forgetSome()
      .catch((error) => this.#parts.log.warn({ error }, 'nothing could be forgotten for now'))
      .finally(() => {
        this.#step = undefined;
      });
  }

  async #forgetSome(): Promise<void> {
    const { store, now } = this.#parts;
    const daysAgo = (days: number) => isoTime(now() - days * DAY_MS);
    const before = { removals: daysAgo(OFFLINE_DAYS), outcomes: daysAgo(OUTCOME_DAYS) };
    const last = await store.forget(this.#after, before, HOUSEHOLDS_AT_ONCE);
    this.#after = last ?? undefined;
    if (last === null) this.#restsUntil = now() + DAY_MS;
  }
}
