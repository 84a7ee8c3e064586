import { watchJournal } from '#client/data/device/journal.ts';
import { inBackground } from '#client/data/in-background.ts';
import type { LazyPart } from '#client/lib/lazy-part.ts';

/** The lazily loaded sync code. */
export type SyncPart = Pick<typeof import('#client/data/wire/sync-client.ts'), 'SyncClient'>;

type Deps = ConstructorParameters<SyncPart['SyncClient']>[0];

/** Syncs one household, with what closed tabs left in the journal; the code is loaded at the first sync. */
export class LazySyncClient {
  readonly #part: LazyPart<SyncPart>;
  readonly #deps: Deps;
  #client: InstanceType<SyncPart['SyncClient']> | undefined;
  readonly #stopWatching: () => void;
  #cancelWake = () => {};

  constructor(part: LazyPart<SyncPart>, deps: Deps) {
    this.#part = part;
    this.#deps = deps;
    const { environment, account } = deps;
    this.#stopWatching = watchJournal(environment, account, () => inBackground(this.#adopt()));
  }

  /** Resolves when the server has answered or could not be reached, or the sync code could not be loaded. */
  async syncNow(): Promise<void> {
    const part = this.#part.loaded ?? (await this.#load());
    if (!part || this.#deps.store.isClosed) return;
    this.#client ??= new part.SyncClient(this.#deps);
    await this.#client.syncNow();
  }

  stop(): void {
    this.#stopWatching();
    this.#client?.stop();
    this.#cancelWake();
  }

  async #adopt(): Promise<void> {
    const isNew = await this.#deps.store.adopt();
    if (this.#client) await this.#client.sendLeft();
    else if (isNew) await this.syncNow();
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
