import type { Channel, Environment } from '#client/data/environment.ts';
import { inBackground, StorageFailed } from '#client/data/errors.ts';
import { serialQueue } from '#client/data/serial-queue.ts';
import { storageName } from '#client/data/storage-entries.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { failoverStorage } from './failover-storage.ts';
import { HouseholdState, type Owner } from './household-state.ts';
import { metaOrNew, readHistoryPage, readStored, storeTaps } from './household-storage.ts';
import {
  deleteJournaled,
  mergeTaps,
  readJournal,
  watchJournal,
  wipeJournal,
  writeJournal,
} from './journal.ts';
import { type Meta, type NewTap, type RefusedTap, type Tap, withoutReplies } from './records.ts';

interface PendingWrite {
  isJournaled: boolean;
  resolve: (isStored: boolean) => void;
  reject: (error: StorageFailed) => void;
}

/** Keeps memory, database and journal consistent, one task at a time. */
export class LocalStore {
  readonly environment: Environment;
  readonly account: Account;
  /** Names the database, lock and channel. */
  readonly name: string;
  readonly state: HouseholdState;
  readonly storage: ReturnType<typeof failoverStorage>;
  readonly #channel: Channel | undefined;
  readonly #loadRules: Owner['loadRules'];
  readonly runTask = serialQueue();
  readonly #writes = new Map<Id, PendingWrite>();
  #lastOrder = 0;
  #isReadingHistory = false;
  isClosed = false;

  constructor(environment: Environment, account: Account, { draw, loadRules, onDeleted }: Owner) {
    this.environment = environment;
    this.account = account;
    this.name = storageName(account);
    this.state = new HouseholdState(draw);
    this.#loadRules = loadRules;
    this.storage = failoverStorage(environment, account, this.state, onDeleted);
    this.#channel = environment.channel(this.name);
    this.#channel?.onMessage(() => inBackground(this.refresh()));
  }

  async open(): Promise<void> {
    this.state.pending = this.#readJournal();
    await this.refresh().catch(() => undefined);
  }

  watch(look: () => void): () => void {
    return watchJournal(this.environment, this.account, look);
  }

  /** Resolves to false if the journal has no new taps. */
  async adopt(): Promise<boolean> {
    const isNew = !this.isClosed && this.state.adopt(mergeTaps(this.state.pending, this.#readJournal()));
    if (isNew) await this.refresh();
    return isNew;
  }

  /**
   * Shows the tap; journal (synchronous), then outbox (strict). If IndexedDB fails, the journal is enough; if
   * both fail, rolls back with StorageFailed unless the server answers after `send`.
   */
  async add(made: NewTap, send: () => Promise<void>): Promise<void> {
    if (this.isClosed) throw new StorageFailed();
    const tap = { ...made, order: this.#nextOrder() };
    const isJournaled = writeJournal(this.environment.storage, this.account, tap);
    this.state.pending = [...this.state.pending, tap];
    const written = new Promise<boolean>((resolve, reject) => {
      this.#writes.set(tap.op, { isJournaled, resolve, reject });
    });
    const begin = () => void this.runTask(() => this.#storePending()).catch(() => undefined);
    // A journaled tap can wait until the frame that shows it is drawn.
    if (isJournaled) this.environment.afterFrame(begin);
    else begin();
    this.state.refresh();
    if (await written) return;
    await send();
    if (await this.runTask(() => this.storage.drop(tap.op))) throw new StorageFailed();
  }

  /** Rejects if the store was closed. */
  refresh(): Promise<void> {
    return this.runTask(async () => {
      await this.read();
      await this.#storePending();
    });
  }

  /** For use inside a task. */
  async read(): Promise<void> {
    const stored = await readStored(this.storage, this.environment, this.state);
    // Without the rulebook the screen would lack these taps.
    if (stored.outbox.length + this.state.pending.length > 0) await this.#loadRules();
    this.state.applyStored(stored);
    this.#settle(stored.outbox, stored.refused);
    this.environment.whenIdle(() => void this.#readHistory());
  }

  /** Clears the journal of stored taps, a killed tab's too. */
  confirm(taps: readonly Pick<Tap, 'op'>[]): void {
    const ops = taps.map(({ op }) => op);
    deleteJournaled(this.environment.storage, this.account, ops);
    for (const op of ops) this.#resolve(op, true);
  }

  notifyTabs(): void {
    this.#channel?.post();
  }

  /** Rejects with StorageFailed if the store was closed. */
  removeRefused(op: Id): Promise<void> {
    return this.runTask(async () => {
      const deleted = this.storage.write('strict', async (stored) => stored.deleteRefused(op));
      await deleted.catch(() => Promise.reject(new StorageFailed()));
      this.state.removeRefused(op);
      this.confirm([{ op }]);
      this.notifyTabs();
    });
  }

  /** Rejects if storage fails. */
  closeRestoredNote(): Promise<void> {
    return this.runTask(async () => {
      await this.storage.disk.write('relaxed', async (stored) => {
        const { restored: _closed, ...meta } = await metaOrNew(stored, this.environment.random);
        stored.putMeta(meta);
      });
      await this.read();
      this.notifyTabs();
    });
  }

  /** Rejects if the store was closed. */
  saveReply<N extends 'followed' | 'followers'>(name: N, reply: Meta[N]): Promise<void> {
    return this.runTask(async () => {
      if (this.isClosed || (reply ?? this.state.meta?.[name]) === undefined) return;
      const meta = await this.storage.write('relaxed', async (stored) => {
        const before = await metaOrNew(stored, this.environment.random);
        // A session ended on purpose leaves no family data here.
        const next = before.ended ? withoutReplies(before) : { ...before, [name]: reply };
        stored.putMeta(next);
        return next;
      });
      this.state.applyReplies(meta);
      this.notifyTabs();
    });
  }

  close(): Promise<void> {
    return this.#shutDown(async () => {
      await this.#storePending();
      this.storage.disk.close();
    });
  }

  wipe(): Promise<void> {
    return this.#shutDown(async () => {
      await this.storage.disk.wipe();
      wipeJournal(this.environment.storage, this.account);
    });
  }

  #shutDown(work: () => Promise<void>): Promise<void> {
    this.isClosed = true;
    this.#channel?.close();
    return this.runTask(work);
  }

  /** Higher than any earlier tap's order in any tab, and close to the clock. */
  #nextOrder(): number {
    this.#readJournal();
    this.#lastOrder = Math.max(this.#lastOrder + 1, this.environment.now());
    return this.#lastOrder;
  }

  #readJournal(): Tap[] {
    const taps = readJournal(this.environment.storage, this.account);
    this.#lastOrder = Math.max(this.#lastOrder, taps.at(-1)?.order ?? 0);
    return taps;
  }

  /** Includes taps that other tabs could only journal. */
  async #storePending(): Promise<void> {
    const { state } = this;
    if (state.pending.length === 0) return;
    const refused = new Set(state.refused.map(({ op }) => op));
    const journaled = mergeTaps(state.pending, this.#readJournal());
    const taps = journaled.filter(({ op }) => !refused.has(op));
    let isKnown = true;
    try {
      const { meta, queued } = await storeTaps(this.storage, this.environment, taps);
      isKnown = meta.device === state.meta?.device;
      if (isKnown) state.applyQueued(queued, meta);
      this.#settle(queued);
    } catch {
      this.#fail(taps);
    }
    // The database is a new one, for example after an eviction.
    if (!isKnown) await this.read();
    this.notifyTabs();
  }

  /** Taps that only memory has stay in the journal, without those they replace. */
  #settle(taps: readonly Tap[], refused: readonly RefusedTap[] = []): void {
    const { isDurable } = this.storage;
    const replaced = taps.flatMap(({ replaces: op }) => (op === undefined ? [] : { op }));
    this.confirm(isDurable ? [...taps, ...refused] : replaced);
    for (const { op } of taps) this.#resolve(op, isDurable || this.#writes.get(op)?.isJournaled === true);
  }

  /** The database was closed: journaled taps wait for the next page, others are rolled back. */
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

  /** Page by page, so that taps and replies run in between. Never rejects. */
  async #readHistory(): Promise<void> {
    if (this.#isReadingHistory) return;
    this.#isReadingHistory = true;
    const readPage = async () => {
      // A snapshot applied meanwhile contains everything.
      const { historyPosition } = this.state;
      if (!historyPosition) return;
      this.state.applyHistory(await readHistoryPage(this.storage.disk, historyPosition.after));
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
