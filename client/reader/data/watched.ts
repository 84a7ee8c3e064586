import { LINK_AFTER_VISIT_MS, LINK_LIFE_MS } from '#domain/limits.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';

/** The page's knowledge of the visit. */
export type Watched =
  | { phase: 'loading'; isOffline: boolean }
  /** `asOf`: the last time of the server (ISO) at which the server confirmed this. */
  | { phase: 'shown'; visit: ShownVisit; asOf: string; isOffline: boolean }
  /** The link shows nothing; `isTrying`: it may be too new. */
  | { phase: 'dead'; isTrying: boolean }
  | { phase: 'taken-back' }
  | { phase: 'refused'; removal: boolean };

/** Holds what the page knows, and tells its listeners of each change. */
export class WatchedVisit {
  readonly #listeners = new Set<() => void>();
  #state: Watched = { phase: 'loading', isOffline: false };
  /** The time by this device's clock at which `asOf` came, in ms. */
  #confirmedAt = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): Watched => this.#state;

  /** True once nothing can come any more. */
  get isOver(): boolean {
    return this.#state.phase === 'taken-back' || this.#state.phase === 'refused';
  }

  show(visit: ShownVisit): void {
    if (this.isOver) return;
    this.#confirmedAt = Date.now();
    this.#set({ phase: 'shown', visit, asOf: visit.asOf, isOffline: false });
  }

  /** The server still says the same, at a time of its clock (ISO). */
  confirm(asOf: string): void {
    this.#confirmedAt = Date.now();
    if (this.#state.phase === 'shown') this.#set({ ...this.#state, asOf, isOffline: false });
  }

  markOffline(): void {
    if ('isOffline' in this.#state && !this.#state.isOffline) this.#set({ ...this.#state, isOffline: true });
  }

  /** The link shows nothing. A page that had shown something says that it was taken back, unless the link is that old. */
  showNothing(isTrying: boolean): void {
    if (this.isOver) return;
    const elapsed = Date.now() - this.#confirmedAt;
    const isTakenBack = this.#state.phase === 'shown' && !endedByItself(this.#state, elapsed);
    this.#set(isTakenBack ? { phase: 'taken-back' } : { phase: 'dead', isTrying });
  }

  refuse(removal: boolean): void {
    this.#set({ phase: 'refused', removal });
  }

  #set(state: Watched): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/**
 * True if the link is so old, `elapsed` ms after its last confirmation, that its life is over (domain/links/link-life.ts); the
 * arrival stands for when it was made.
 */
function endedByItself({ visit, asOf }: Extract<Watched, { phase: 'shown' }>, elapsed: number): boolean {
  const now = Date.parse(asOf) + elapsed;
  const age = (time: string | undefined) => (time === undefined ? 0 : now - Date.parse(time));
  const { open, arrived, left } = visit;
  const isLongOver = !open && age((left ?? arrived)?.at) >= LINK_AFTER_VISIT_MS;
  return isLongOver || age(arrived?.at) >= LINK_LIFE_MS;
}
