/** Those who want to hear of a change. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Out: how to stop listening. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
