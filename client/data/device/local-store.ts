import type { Channel, Environment } from '#client/data/environment.ts';
import { inBackground, StorageFailed } from '#client/data/errors.ts';
import { serialQueue } from '#client/data/serial-queue.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { storageName } from './held-register.ts';
import { HouseholdDatabase } from './household-database.ts';
import { type Draw, HouseholdState } from './household-state.ts';
import {
  deleteJournaled,
  mergeTaps,
  readJournal,
  watchJournal,
  wipeJournal,
  writeJournal,
} from './journal.ts';
import { deleteRefused, deleteRestoredNote, storeTaps } from './outbox.ts';
import { readHistoryPage, readStored } from './read-stored.ts';
import type { RefusedTap, Tap } from './records.ts';

/** A tap on its way to the outbox, whose caller waits. */
interface PendingWrite {
  isJournaled: boolean;
  resolve: (isStored: boolean) => void;
  reject: (error: StorageFailed) => void;
}

/** Keeps a household's in-memory state, database and journal consistent, one task at a time. */
export class LocalStore {
  readonly environment: Environment;
  readonly account: Account;
  /** Of its database, lock and channel. */
  readonly name: string;
  readonly state: HouseholdState;
  readonly database: HouseholdDatabase;
  readonly #channel: Channel | undefined;
  /** Runs a task alone on the stored state. Those that apply the server's replies are loaded with the sync client. */
  readonly runTask = serialQueue();
  readonly #writes = new Map<Id, PendingWrite>();
  #lastOrder = 0;
  #isReadingHistory = false;
  isClosed = false;

  constructor(environment: Environment, account: Account, draw: Draw, onDeleted: () => void) {
    this.environment = environment;
    this.account = account;
    this.name = storageName(account);
    this.state = new HouseholdState(draw);
    this.database = new HouseholdDatabase(environment, this.name, this.state, {
      deleted: onDeleted,
      failure: () => this.#journalUnsent(),
    });
    this.#channel = environment.channel(this.name);
    this.#channel?.onMessage(() => inBackground(this.refresh()));
  }

  /** Reads the stored state and adopts the taps that a killed tab left in the journal. */
  async open(): Promise<void> {
    this.state.pending = this.#readJournal();
    await this.refresh().catch(() => undefined);
  }

  /** Calls back when another tab may have left taps in the journal. Returns a function that stops. */
  watch(look: () => void): () => void {
    return watchJournal(this.environment, this.account, look);
  }

  /** Adopts what a closed tab left in the journal. Resolves to true if there was anything. */
  async adopt(): Promise<boolean> {
    const isNew = !this.isClosed && this.state.adopt(mergeTaps(this.state.pending, this.#readJournal()));
    if (isNew) await this.refresh();
    return isNew;
  }

  /** Returns a number above that of every earlier tap of any tab, and close to the clock. */
  nextOrder(): number {
    this.#readJournal();
    this.#lastOrder = Math.max(this.#lastOrder + 1, this.environment.now());
    return this.#lastOrder;
  }

  /**
   * Stores a pending tap; its journal entry is written synchronously. Resolves when the outbox has it with strict durability.
   * If IndexedDB fails, the journal is enough, which survives a reload too. If both fail, the server must have the tap
   * after `send`, else it is taken back. Rejects with StorageFailed.
   */
  async store(tap: Tap, send: () => Promise<void>): Promise<void> {
    if (this.isClosed) throw new StorageFailed();
    const isJournaled = writeJournal(this.environment.storage, this.account, tap);
    const written = new Promise<boolean>((resolve, reject) => {
      this.#writes.set(tap.op, { isJournaled, resolve, reject });
    });
    const begin = () => void this.runTask(() => this.#storePending()).catch(() => undefined);
    // A journaled tap can wait until the frame that shows it is drawn.
    if (isJournaled) this.environment.afterFrame(begin);
    else begin();
    if (await written) return;
    await send();
    // Only memory has it, and the server has not answered it.
    if (!this.database.isMemory || !this.state.unsent.some(({ op }) => op === tap.op)) return;
    this.state.drop(new Set([tap.op]));
    throw new StorageFailed();
  }

  /** Reads what other tabs have stored, and stores the pending taps. Rejects if the store was closed. */
  refresh(): Promise<void> {
    return this.runTask(async () => {
      await this.read();
      await this.#storePending();
    });
  }

  /** For tasks: reads what other tabs have stored. */
  async read(): Promise<void> {
    await this.database.recover();
    const stored = await readStored(this.database, this.environment, this.state);
    this.state.applyStored(stored);
    this.#settle(stored.outbox, stored.refused);
    this.environment.whenIdle(() => void this.#readHistory());
  }

  /** Removes taps from the journal that the database or the server has, also those that a killed tab left there. */
  confirm(taps: readonly Pick<Tap, 'op'>[]): void {
    const ops = taps.map(({ op }) => op);
    deleteJournaled(this.environment.storage, this.account, ops);
    for (const op of ops) this.#resolve(op, true);
  }

  notifyTabs(): void {
    this.#channel?.post();
  }

  /** Removes an op from the refused list. Rejects with StorageFailed if the store was closed. */
  removeRefused(op: Id): Promise<void> {
    return this.runTask(async () => {
      await deleteRefused(this.database, op).catch(() => Promise.reject(new StorageFailed()));
      this.state.removeRefused(op);
      this.confirm([{ op }]);
      this.notifyTabs();
    });
  }

  /** Forgets that a backup was restored. Rejects if storage fails. */
  closeRestoredNote(): Promise<void> {
    return this.runTask(async () => {
      await deleteRestoredNote(this.database.disk, this.environment);
      await this.read();
      this.notifyTabs();
    });
  }

  /** Stores the pending taps and closes the database. The data stays on the device. */
  close(): Promise<void> {
    return this.#shutDown(async () => {
      await this.#storePending();
      this.database.close();
    });
  }

  /** Deletes the account's local data. */
  wipe(): Promise<void> {
    return this.#shutDown(async () => {
      await this.database.wipe();
      wipeJournal(this.environment.storage, this.account);
    });
  }

  #shutDown(work: () => Promise<void>): Promise<void> {
    this.isClosed = true;
    this.#channel?.close();
    return this.runTask(work);
  }

  #readJournal(): Tap[] {
    const taps = readJournal(this.environment.storage, this.account);
    this.#lastOrder = Math.max(this.#lastOrder, taps.at(-1)?.order ?? 0);
    return taps;
  }

  /** Moves the pending taps, and those that other tabs could only journal, to the outbox. */
  async #storePending(): Promise<void> {
    const { state } = this;
    if (state.pending.length === 0) return;
    const refused = new Set(state.refused.map(({ op }) => op));
    const journaled = mergeTaps(state.pending, this.#readJournal());
    const taps = journaled.filter(({ op }) => !refused.has(op));
    let isKnown = true;
    try {
      const { meta, queued } = await storeTaps(this.database, this.environment, taps);
      isKnown = meta.device === state.meta?.device;
      if (isKnown) state.applyQueued(queued, meta);
      this.#settle(queued);
    } catch {
      this.#fail(taps);
    }
    // The database is another one.
    if (!isKnown) await this.read();
    this.notifyTabs();
  }

  /** Confirms what is in the outbox and the refused list. What only memory has stays in the journal, to be sent again. */
  #settle(taps: readonly Tap[], refused: readonly RefusedTap[] = []): void {
    if (!this.database.isMemory) {
      this.confirm([...taps, ...refused]);
      return;
    }
    const replaced = taps.flatMap(({ replaces }) => replaces ?? []);
    deleteJournaled(this.environment.storage, this.account, replaced);
    for (const { op } of taps) this.#resolve(op, this.#writes.get(op)?.isJournaled === true);
  }

  /** The database no longer vouches for them: other tabs, and the page after a reload, find them in the journal. */
  #journalUnsent(): void {
    for (const tap of this.state.unsent) writeJournal(this.environment.storage, this.account, tap);
  }

  /** The database was closed: journaled taps are for the next page, the others are taken back. */
  #fail(taps: readonly Tap[]): void {
    const unsaved = taps.filter(({ op }) => this.#writes.get(op)?.isJournaled === false);
    if (unsaved.length > 0) this.state.drop(new Set(unsaved.map(({ op }) => op)));
    for (const { op } of unsaved) this.#writes.get(op)?.reject(new StorageFailed());
    for (const { op } of taps) this.#resolve(op, true);
  }

  #resolve(op: Id, isStored: boolean): void {
    this.#writes.get(op)?.resolve(isStored);
    this.#writes.delete(op);
  }

  /** Reads the closed visits page by page; taps and replies run in between. Never rejects: the state keeps the position. */
  async #readHistory(): Promise<void> {
    if (this.#isReadingHistory) return;
    this.#isReadingHistory = true;
    const readPage = async () => {
      // A snapshot that was applied meanwhile contains everything.
      const { historyPosition } = this.state;
      if (!historyPosition) return;
      this.state.applyHistory(await readHistoryPage(this.database.disk, historyPosition.after));
    };
    try {
      while (this.state.historyPosition) await this.runTask(readPage);
    } catch {
      // The next read continues.
    } finally {
      this.#isReadingHistory = false;
    }
  }
}
