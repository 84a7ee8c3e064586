import type { Channel, Environment } from '#client/data/environment.ts';
import { StorageFailed } from '#client/data/errors.ts';
import { inBackground } from '#client/data/in-background.ts';
import { serialQueue } from '#client/data/serial-queue.ts';
import type { HouseholdState } from '#client/data/tap/household-state.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { Database } from './database.ts';
import { HistoryLoader } from './history-loader.ts';
import { Journal } from './journal.ts';
import { deleteRefused, deleteRestoredNote } from './outbox.ts';
import { PendingWrites } from './pending-writes.ts';
import { readStored } from './read-stored.ts';
import type { Tap } from './records.ts';
import { StorageFallback } from './storage-fallback.ts';
import type { StoreTask } from './store-task.ts';
import { storageName } from './stored-session.ts';

/** Keeps a household's in-memory state, database and journal consistent, one task at a time. */
export class LocalStore {
  readonly #environment: Environment;
  readonly #state: HouseholdState;
  readonly #database: Database;
  readonly #stored: StorageFallback;
  readonly #journal: Journal;
  readonly #channel: Channel | undefined;
  readonly #enqueue = serialQueue();
  readonly #pendingWrites: PendingWrites;
  readonly #historyLoader: HistoryLoader;
  #isClosed = false;

  constructor(environment: Environment, account: Account, state: HouseholdState, onDeleted: () => void) {
    this.#environment = environment;
    this.#state = state;
    this.#database = new Database(environment, storageName(account), onDeleted);
    this.#stored = new StorageFallback(this.#database, state, environment);
    this.#historyLoader = new HistoryLoader(state, this.#database, this.#enqueue);
    this.#journal = new Journal(environment.storage, account);
    const { random } = environment;
    this.#pendingWrites = new PendingWrites({ random, state, journal: this.#journal, stored: this.#stored });
    this.#channel = environment.channel(storageName(account));
    this.#channel?.onMessage(() => inBackground(this.refresh()));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Reads the stored state and adopts the taps that a killed tab left in the journal. */
  async open(): Promise<void> {
    this.#state.pending = this.#journal.read();
    await this.refresh().catch(() => undefined);
  }

  /** Adopts what a closed tab left in the journal. Resolves to true if there was anything. */
  async adopt(): Promise<boolean> {
    const isNew = !this.#isClosed && this.#state.adopt(this.#journal.merge(this.#state.pending));
    if (isNew) await this.refresh();
    return isNew;
  }

  nextOrder(): number {
    return this.#journal.nextOrder(this.#environment.now());
  }

  /**
   * Stores a pending tap; its journal entry is written synchronously. Resolves when the outbox has it with strict durability.
   * If IndexedDB fails, the journal is enough, which survives a reload too. If both fail, the server must have the tap
   * after `send`, else it is taken back. Rejects with StorageFailed.
   */
  store(tap: Tap, send: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StorageFailed());
    const { isJournaled, stored } = this.#pendingWrites.add(tap, send);
    const begin = () => void this.#enqueue(() => this.#storePending()).catch(() => undefined);
    // A journaled tap can wait until the frame that shows it is drawn.
    if (isJournaled) this.#environment.afterFrame(begin);
    else begin();
    return stored;
  }

  /** Reads what other tabs have stored, and stores the pending taps. Rejects if the store was closed. */
  refresh(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#read();
      await this.#storePending();
    });
  }

  /** Runs a task alone on the stored state. Those that apply the server's replies are loaded with the sync client. */
  runTask(task: (stored: StoreTask) => Promise<boolean>): Promise<boolean> {
    return this.#enqueue(() =>
      task({
        ...{ environment: this.#environment, state: this.#state, database: this.#database },
        stored: this.#stored,
        read: () => this.#read(),
        confirm: (taps) => this.#pendingWrites.confirm(taps),
        notifyTabs: () => this.#channel?.post(),
      }),
    );
  }

  /** Removes an op from the refused list. Rejects with StorageFailed if the store was closed. */
  removeRefused(op: Id): Promise<void> {
    return this.#enqueue(async () => {
      await deleteRefused(this.#stored, op).catch(() => Promise.reject(new StorageFailed()));
      this.#state.removeRefused(op);
      this.#pendingWrites.confirm([{ op }]);
      this.#channel?.post();
    });
  }

  /** Forgets that a backup was restored. Rejects if storage fails. */
  closeRestoredNote(): Promise<void> {
    return this.#enqueue(async () => {
      await deleteRestoredNote(this.#database, this.#environment);
      await this.#read();
      this.#channel?.post();
    });
  }

  /** Stores the pending taps and closes the database. The data stays on the device. */
  close(): Promise<void> {
    return this.#shutDown(async () => {
      await this.#storePending();
      this.#database.close();
    });
  }

  /** Deletes the account's local data. */
  wipe(): Promise<void> {
    return this.#shutDown(async () => {
      await this.#database.wipe();
      this.#journal.wipe();
    });
  }

  #shutDown(work: () => Promise<void>): Promise<void> {
    this.#isClosed = true;
    this.#channel?.close();
    return this.#enqueue(work);
  }

  async #read(): Promise<void> {
    await this.#stored.recover();
    const stored = await readStored(this.#stored, this.#environment, this.#state);
    this.#state.applyStored(stored);
    this.#pendingWrites.settle(stored.outbox, stored.refused);
    this.#environment.whenIdle(() => void this.#historyLoader.load());
  }

  async #storePending(): Promise<void> {
    if (this.#state.pending.length === 0) return;
    if (!(await this.#pendingWrites.flush())) await this.#read();
    this.#channel?.post();
  }
}
