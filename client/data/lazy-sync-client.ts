import type { LazyPart } from '#client/lib/lazy-part.ts';

/** The lazily loaded sync code. */
export type SyncPart = Pick<typeof import('./sync-client.ts'), 'SyncClient'>;

type Deps = ConstructorParameters<SyncPart['SyncClient']>[0];

/** Syncs one household; the code is loaded at the first sync. */
export class LazySyncClient {
  readonly #part: LazyPart<SyncPart>;
  readonly #deps: Deps;
  #client: InstanceType<SyncPart['SyncClient']> | undefined;
  #cancelWake = () => {};

  constructor(part: LazyPart<SyncPart>, deps: Deps) {
    this.#part = part;
    this.#deps = deps;
  }

  /** Resolves when the server has answered or could not be reached, or the sync code could not be loaded. */
  async syncNow(): Promise<void> {
    const part = this.#part.loaded ?? (await this.#load());
    if (!part || this.#deps.store.isClosed) return;
    this.#client ??= new part.SyncClient(this.#deps);
    await this.#client.syncNow();
  }

  stop(): void {
    this.#client?.stop();
    this.#cancelWake();
  }

  async #load(): Promise<SyncPart | undefined> {
    const { environment, state } = this.#deps;
    try {
      return await this.#part.load();
    } catch {
      state.setConnection({ failed: true, offline: true });
      this.#cancelWake();
      this.#cancelWake = environment.onWake(() => void this.syncNow());
      return undefined;
    }
  }
}
