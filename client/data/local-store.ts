import { takeTurns } from '#client/data/lib/serial-queue.ts';
import type { Copy } from '#client/data/state/state.ts';
import type { Arrival, Land, News } from '#client/data/storage/apply-reply.ts';
import { Database } from '#client/data/storage/database.ts';
import { Journal } from '#client/data/storage/journal.ts';
import { storeTaps } from '#client/data/storage/outbox.ts';
import { Storing } from '#client/data/storage/pending-writes.ts';
import { readStored } from '#client/data/storage/read-stored.ts';
import type { Tap } from '#client/data/storage/records.ts';
import { nameOf } from '#client/data/storage/remembered-account.ts';
import { type Id, makeId } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { LivePage } from '#domain/protocol/live.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import type { Channel, Environment } from './environment.ts';
import { Older } from './history-loader.ts';
import { StorageFailed } from './port.ts';
import type { Sent } from './storage-fallback.ts';

/** Keeps a household's copy in memory, its database and its journal in step, one piece of work at a time. */
export class Storeroom {
  readonly #environment: Environment;
  readonly #copy: Copy;
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #line: Channel | undefined;
  readonly #turns = takeTurns();
  readonly #storing = new Storing();
  readonly #older: Older;
  #isClosed = false;

  constructor(environment: Environment, account: Account, copy: Copy, onDeleted: () => void) {
    this.#environment = environment;
    this.#copy = copy;
    this.#database = new Database(environment, nameOf(account), onDeleted);
    this.#older = new Older(copy, this.#database, this.#turns);
    this.#journal = new Journal(environment.storage, account.uid);
    this.#line = environment.channel(nameOf(account));
    this.#line?.onTold(() => void this.refresh().catch(() => undefined));
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Reads what is stored and takes over the taps that a killed tab left in the journal. */
  async open(): Promise<void> {
    this.#copy.pending = this.#journal.left();
    await this.refresh().catch(() => undefined);
  }

  nextOrder(): number {
    return this.#journal.nextOrder(this.#environment.now());
  }

  /**
   * Begins to store a tap that the copy took in; its journal entry is written before this returns. Resolves when the
   * outbox has it for good. Where IndexedDB fails and the journal was written, that counts as stored too: the tap
   * survives a reload, and goes to the outbox as soon as one works. Rejects with StorageFailed where both failed.
   */
  store(tap: Tap): Promise<void> {
    if (this.#isClosed) return Promise.reject(new StorageFailed());
    const isJournaled = this.#journal.write(tap);
    const stored = this.#storing.promise(tap.op, isJournaled);
    const begin = () => void this.#turns(() => this.#storePending()).catch(() => undefined);
    // What is in the journal can wait for the frame that shows it.
    if (isJournaled) this.#environment.afterFrame(begin);
    else begin();
    return stored;
  }

  /** Takes in what other tabs have stored, and stores what is still on its way. Rejects where storage fails. */
  refresh(): Promise<void> {
    return this.#turns(async () => {
      await this.#read();
      await this.#storePending();
    });
  }

  /** Stores a reply. In: how it is stored, and the server's clock minus the device's, in ms. Out: false where another tab was quicker and the server is to be asked again. */
  land(land: Land, reply: SyncReply, skew: number): Promise<boolean> {
    return this.#turns(() => this.#land(land, reply, skew));
  }

  /** Stores a page of the live stream. Out: false where a sync has to bring it instead. */
  landPage(land: Land, { after, changes, cursor }: LivePage): Promise<boolean> {
    return this.#turns(async () => {
      await this.#read();
      const { meta } = this.#copy;
      if (meta?.cursor == null || after > meta.cursor) return false;
      if (cursor <= meta.cursor) return true;
      return this.#land(land, { outcomes: [], changes, cursor }, meta.skew);
    });
  }

  async #land(how: Land, reply: News, skew: number): Promise<boolean> {
    const { meta, replica, outbox } = this.#copy;
    if (!meta) return false;
    const nextDevice = makeId(this.#environment.random(16));
    const heardAt = this.#environment.now();
    const arrival: Arrival = { meta, replica, outbox, reply, skew, heardAt, nextDevice };
    const landed = await how(this.#database, arrival);
    if (!landed) return false;
    this.#copy.takeLanded(landed);
    this.#line?.tell();
    return true;
  }

  /** The server has taps that storage could not take. A refused one stays in the journal, so that it is told again. */
  takeSent({ done, refused }: Sent): void {
    this.#copy.takeQueued(done);
    this.#copy.takeRefused(refused);
    this.#settle(done);
  }

  /** Takes an op off the refused list. Rejects with StorageFailed. */
  forgetRefused(op: Id): Promise<void> {
    return this.#turns(async () => {
      await this.#database
        .write('strict', async ({ refused }) => void refused.delete(op))
        .catch(() => Promise.reject(new StorageFailed()));
      this.#copy.forgetRefused(op);
      this.#line?.tell();
    });
  }

  /** Lets go of storage, after what is on its way. All stays on the device. */
  close(): Promise<void> {
    return this.#end(async () => {
      await this.#storePending();
      this.#database.close();
    });
  }

  /** Removes all that this device holds of the account. */
  wipe(): Promise<void> {
    return this.#end(async () => {
      await this.#database.wipe();
      this.#journal.wipe();
    });
  }

  #end(work: () => Promise<void>): Promise<void> {
    this.#isClosed = true;
    this.#line?.close();
    return this.#turns(work);
  }

  async #read(): Promise<void> {
    const stored = await readStored(this.#database, this.#environment, this.#copy.meta);
    this.#copy.takeStored(stored);
    this.#settle(stored.outbox);
    void this.#older.read();
  }

  async #storePending(): Promise<void> {
    if (this.#copy.pending.length === 0) return;
    const taps = this.#journal.together(this.#copy.pending);
    try {
      const { meta, queued } = await storeTaps(this.#database, this.#environment, taps);
      if (meta.device === this.#copy.meta?.device) this.#copy.takeQueued(queued);
      else await this.#read();
      this.#settle(queued);
      this.#line?.tell();
    } catch {
      this.#giveUp(taps);
    }
  }

  /** The outbox has these for good, also where a tab was killed before it could say so in its journal. */
  #settle(taps: readonly Tap[]): void {
    const ops = taps.map(({ op }) => op);
    this.#journal.forget(ops);
    this.#storing.keep(ops);
  }

  /** The outbox could not be written: a journaled tap stays and waits, one that lies nowhere is taken back. */
  #giveUp(taps: readonly Tap[]): void {
    const ops = taps.map(({ op }) => op);
    const homeless = this.#storing.homeless(ops);
    if (homeless.size > 0) this.#copy.drop(homeless);
    this.#storing.fail(homeless);
    this.#storing.keep(ops);
  }
}
