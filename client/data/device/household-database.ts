import type { Environment } from '#client/data/environment.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { Database, type Storing, type Work } from './database.ts';
import type { HouseholdState } from './household-state.ts';
import { memoryStores, resultOf, type Stores } from './object-stores.ts';
import {
  type Meta,
  putDocuments,
  type QueuedTap,
  type RefusedTap,
  storedMeta,
  writeMeta,
} from './records.ts';

/** The stored state when the database failed: its metadata, if it had any, and the ops of its outbox and refused list. */
interface LeftState {
  meta: Meta | undefined;
  ops: ReadonlySet<Id>;
}

/**
 * The database of an open household, and the page's memory in its place from the first failure until a write succeeds. The
 * same work runs on both, so that everything goes on: taps are sent from memory, and stay in the journal until the server or
 * the database has them; replies are applied and shown.
 */
export class HouseholdDatabase extends Database {
  /** The database alone: rejects if it fails. */
  readonly disk: Storing = {
    read: (work) => super.read(work),
    write: (durability, work) => super.write(durability, work),
  };
  readonly #state: HouseholdState;
  readonly #random: Environment['random'];
  readonly #onFailure: () => void;
  /** Set while memory stands in. */
  #left: LeftState | undefined;

  /** `onFailure` is called when memory takes over. */
  constructor(
    environment: Environment,
    name: string,
    state: HouseholdState,
    on: { deleted: () => void; failure: () => void },
  ) {
    super(environment, name, on.deleted);
    this.#onFailure = on.failure;
    this.#state = state;
    this.#random = environment.random;
  }

  /** True while what is written is in memory only. */
  get isMemory(): boolean {
    return this.#left !== undefined;
  }

  /** Rejects only if the database was closed, or as the work does. */
  override read<T>(work: Work<T>): Promise<T> {
    return this.#run(() => this.disk.read(work), work);
  }

  override write<T>(durability: 'strict' | 'relaxed', work: Work<T>): Promise<T> {
    return this.#run(() => this.disk.write(durability, work), work);
  }

  /** Writes what happened in memory to the database, if that works again. */
  async recover(): Promise<void> {
    if (!this.#left) return;
    try {
      const written = await writeBack(this.disk, this.#state, this.#left);
      this.#left = undefined;
      if (written) this.#state.meta = written;
    } catch {
      // It still fails; the next round tries again.
    }
  }

  async #run<T>(onDisk: () => Promise<T>, work: Work<T>): Promise<T> {
    if (!this.#left) {
      try {
        return await onDisk();
      } catch (error) {
        if (this.isClosed) throw error;
        this.#leave();
      }
    }
    return work(memoryStores(this.#state));
  }

  #leave(): void {
    const { meta, outbox, refused } = this.#state;
    this.#left = { meta, ops: opsOf([...outbox, ...refused]) };
    // Taps are numbered under another device id: the stored one goes on from its own last sequence.
    if (meta) this.#state.meta = { ...meta, device: makeId(this.#random(16)) };
    this.#onFailure();
  }
}

/**
 * Writes to the database, in one transaction, what a page did in memory since it failed. Returns the stored metadata, or
 * undefined if the database is no longer as the page left it, and is to be read instead. Rejects if storage still fails.
 */
function writeBack(disk: Storing, state: HouseholdState, left: LeftState): Promise<Meta | undefined> {
  return disk.write('strict', async (stores) => {
    const { meta } = state;
    const stored = await storedMeta(stores);
    const isAsLeft = stored?.device === left.meta?.device && stored?.stamp === left.meta?.stamp;
    // Goes on from the sequence of the device that the database knows.
    const { device, sequence } = stored ?? meta ?? { device: '', sequence: 0 };
    const next = isAsLeft && meta ? { ...meta, device, sequence } : undefined;
    // Something is written in any case: reading alone does not prove that the database works again.
    const kept = next ?? stored;
    if (next) {
      const since = left.meta?.stamp ?? -1;
      await putDocuments(stores, state.replica.since(since), next.resetStamp > since);
      await writeTaps(stores, state, left, next);
    }
    if (kept) writeMeta(stores, kept);
    return next;
  });
}

/** Stores the taps of the page, and deletes those that the server has answered or the parent discarded; `meta` counts on. */
async function writeTaps(
  { outbox, refused }: Stores,
  state: HouseholdState,
  { ops }: LeftState,
  meta: Meta,
): Promise<void> {
  const storedTaps: QueuedTap[] = await resultOf(outbox.getAll());
  const storedRefused: RefusedTap[] = await resultOf(refused.getAll());
  const sequences = new Map(storedTaps.map(({ op, sequence }) => [op, sequence]));
  const [queued, listed] = [opsOf(state.outbox), opsOf(state.refused)];
  for (const { op, sequence } of storedTaps) if (ops.has(op) && !queued.has(op)) outbox.delete(sequence);
  for (const { op } of storedRefused) if (ops.has(op) && !listed.has(op)) refused.delete(op);
  for (const tap of state.refused) refused.put(tap);
  for (const tap of state.outbox) {
    const sequence = sequences.get(tap.op) ?? meta.sequence + 1;
    meta.sequence = Math.max(meta.sequence, sequence);
    outbox.put({ ...tap, sequence });
  }
}

function opsOf(taps: readonly { op: Id }[]): Set<Id> {
  return new Set(taps.map(({ op }) => op));
}
