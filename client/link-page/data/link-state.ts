import { Listeners } from '#client/lib/listeners.ts';
import { LINK_AFTER_VISIT_MS, LINK_LIFE_MS } from '#domain/limits.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';

export type LinkState =
  | { phase: 'loading'; isOffline: boolean }
  | { phase: 'shown'; visit: SharedVisit; asOf: string; isOffline: boolean }
  /** The link shows nothing; `isTrying`: it may be too new. */
  | { phase: 'dead'; isTrying: boolean }
  | { phase: 'taken-back' }
  | { phase: 'refused'; removal: boolean };

export class WatchedVisit {
  readonly #listeners = new Listeners();
  #state: LinkState = { phase: 'loading', isOffline: false };
  #confirmedAt = 0;

  readonly subscribe = (listener: () => void): (() => void) => this.#listeners.add(listener);

  readonly current = (): LinkState => this.#state;

  get isOver(): boolean {
    return this.#state.phase === 'taken-back' || this.#state.phase === 'refused';
  }

  show(visit: SharedVisit): void {
    if (this.isOver) return;
    this.#confirmedAt = Date.now();
    this.#set({ phase: 'shown', visit, asOf: visit.asOf, isOffline: false });
  }

  confirm(asOf: string): void {
    this.#confirmedAt = Date.now();
    if (this.#state.phase === 'shown') this.#set({ ...this.#state, asOf, isOffline: false });
  }

  markOffline(): void {
    if ('isOffline' in this.#state && !this.#state.isOffline) this.#set({ ...this.#state, isOffline: true });
  }

  /** "Taken back" if it was shown and has not expired by age. */
  showNothing(isTrying: boolean): void {
    if (this.isOver) return;
    const elapsed = Date.now() - this.#confirmedAt;
    const isTakenBack = this.#state.phase === 'shown' && !endedByItself(this.#state, elapsed);
    this.#set(isTakenBack ? { phase: 'taken-back' } : { phase: 'dead', isTrying });
  }

  refuse(removal: boolean): void {
    this.#set({ phase: 'refused', removal });
  }

  #set(state: LinkState): void {
    this.#state = state;
    this.#listeners.notify();
  }
}

/**
 * Mirrors domain/links/link-life.ts, `elapsed` ms after the last confirmation; the arrival stands for the
 * link's creation.
 */
function endedByItself({ visit, asOf }: Extract<LinkState, { phase: 'shown' }>, elapsed: number): boolean {
  const now = Date.parse(asOf) + elapsed;
  const age = (time: string | undefined) => (time === undefined ? 0 : now - Date.parse(time));
  const { open, arrived, left } = visit;
  const isLongOver = !open && age((left ?? arrived)?.at) >= LINK_AFTER_VISIT_MS;
  return isLongOver || age(arrived?.at) >= LINK_LIFE_MS;
}
