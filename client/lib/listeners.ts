/** A set of change listeners. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Returns a function that unsubscribes. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
