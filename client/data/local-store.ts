import { serialQueue } from '#client/data/lib/serial-queue.ts';
import type { HouseholdState } from '#client/data/state/household-state.ts';
import type { ApplyReply, IncomingReply, StoredReply } from '#client/data/storage/apply-reply.ts';
import { Database } from '#client/data/storage/database.ts';
import { Journal } from '#client/data/storage/journal.ts';
import { storeTaps } from '#client/data/storage/outbox.ts';
import { PendingWrites } from '#client/data/storage/pending-writes.ts';
import { readStored } from '#client/data/storage/read-stored.ts';
import type { SentTaps, Tap } from '#client/data/storage/records.ts';
import { storageName } from '#client/data/storage/stored-session.ts';
import { type Id, makeId } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { LivePage } from '#domain/protocol/live.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import type { Channel, Environment } from './environment.ts';
import { HistoryLoader } from './history-loader.ts';
import { StorageFailed } from './port.ts';

/** Keeps a household's in-memory state, database and journal consistent, one task at a time. */
export class LocalStore {
  readonly #environment: Environment;
  readonly #state: HouseholdState;
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #channel: Channel | undefined;
  readonly #enqueue = serialQueue();
  readonly #pendingWrites = new PendingWrites();
  readonly #historyLoader: HistoryLoader;
  #isClosed = false;

  constructor(environment: Environment, account: Account, state: HouseholdState, onDeleted: () => void) {
    this.#environment = environment;
    this.#state = state;
    this.#database = new Database(environment, storageName(account), onDeleted);
    this.#historyLoader = new HistoryLoader(state, this.#database, this.#enqueue);
    this.#journal = new Journal(environment.storage, account.uid);
    this.#channel = environment.channel(storageName(account));
    this.#channel?.onMessage(() => void this.refresh().catch(() => undefined));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Reads the stored state and adopts the taps that a killed tab left in the journal. */
  async open(): Promise<void> {
    this.#state.pending = this.#journal.read();
    await this.refresh().catch(() => undefined);
  }

  nextOrder(): number {
    return this.#journal.nextOrder(this.#environment.now());
  }

  /**
   * Stores a pending tap; its journal entry is written synchronously. Resolves when the outbox has it with strict
   * durability. If IndexedDB fails, a journal entry counts as stored too: the tap survives a reload and moves to the
   * outbox as soon as that works. Rejects with StorageFailed if both failed.
   */
  store(tap: Tap): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StorageFailed());
    const isJournaled = this.#journal.write(tap);
    const stored = this.#pendingWrites.add(tap.op, isJournaled);
    const begin = () => void this.#enqueue(() => this.#storePending()).catch(() => undefined);
    // A journaled tap can wait until the frame that shows it is drawn.
    if (isJournaled) this.#environment.afterFrame(begin);
    else begin();
    return stored;
  }

  /** Reads what other tabs have stored, and stores the pending taps. Rejects if storage fails. */
  refresh(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#read();
      await this.#storePending();
    });
  }

  /**
   * Stores a sync reply; `skew` is the server's clock minus the device's, in ms. Returns false if another tab applied one
   * first, and a new sync is needed. `apply` is passed in so that it loads with the sync client, not the first screen.
   */
  applyReply(apply: ApplyReply, reply: SyncReply, skew: number): Promise<boolean> {
    return this.#enqueue(() => this.#apply(apply, reply, skew));
  }

  /** Stores a page of the live stream. Returns false if a sync is needed instead. */
  applyPage(apply: ApplyReply, { after, changes, cursor }: LivePage): Promise<boolean> {
    return this.#enqueue(async () => {
      await this.#read();
      const { meta } = this.#state;
      if (meta?.cursor == null || after > meta.cursor) return false;
      if (cursor <= meta.cursor) return true;
      return this.#apply(apply, { outcomes: [], changes, cursor }, meta.skew);
    });
  }

  async #apply(apply: ApplyReply, reply: StoredReply, skew: number): Promise<boolean> {
    const { meta, replica, outbox } = this.#state;
    if (!meta) return false;
    const nextDevice = makeId(this.#environment.random(16));
    const receivedAt = this.#environment.now();
    const incoming: IncomingReply = { meta, replica, outbox, reply, skew, receivedAt, nextDevice };
    const applied = await apply(this.#database, incoming);
    if (!applied) return false;
    this.#state.applyReply(applied);
    this.#channel?.post();
    return true;
  }

  /** Applies the outcome of taps sent without storage. A refused tap stays in the journal, to be reported again. */
  applySent({ done, refused }: SentTaps): void {
    this.#state.applyQueued(done);
    this.#state.applyRefused(refused);
    this.#confirmStored(done);
  }

  /** Removes an op from the refused list. Rejects with StorageFailed. */
  removeRefused(op: Id): Promise<void> {
    return this.#enqueue(async () => {
      await this.#database
        .write('strict', async ({ refused }) => void refused.delete(op))
        .catch(() => Promise.reject(new StorageFailed()));
      this.#state.removeRefused(op);
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
    const stored = await readStored(this.#database, this.#environment, this.#state.meta);
    this.#state.applyStored(stored);
    this.#confirmStored(stored.outbox);
    void this.#historyLoader.load();
  }

  async #storePending(): Promise<void> {
    if (this.#state.pending.length === 0) return;
    const taps = this.#journal.merge(this.#state.pending);
    try {
      const { meta, queued } = await storeTaps(this.#database, this.#environment, taps);
      if (meta.device === this.#state.meta?.device) this.#state.applyQueued(queued);
      else await this.#read();
      this.#confirmStored(queued);
      this.#channel?.post();
    } catch {
      this.#handleWriteFailure(taps);
    }
  }

  /** Confirms taps that are in the outbox, including those of a tab killed before it cleared its journal. */
  #confirmStored(taps: readonly Tap[]): void {
    const ops = taps.map(({ op }) => op);
    this.#journal.delete(ops);
    this.#pendingWrites.resolve(ops);
  }

  /** After a failed write to the outbox, journaled taps stay pending and unsaved ones are rolled back. */
  #handleWriteFailure(taps: readonly Tap[]): void {
    const ops = taps.map(({ op }) => op);
    const unsaved = this.#pendingWrites.unsaved(ops);
    if (unsaved.size > 0) this.#state.drop(unsaved);
    this.#pendingWrites.reject(unsaved);
    this.#pendingWrites.resolve(ops);
  }
}
