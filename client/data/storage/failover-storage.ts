import type { Environment } from '#client/data/environment.ts';
import { type AccountScope, storageName } from '#client/data/storage-entries.ts';
import { type Id, makeId } from '#domain/ids.ts';
import type { HouseholdState } from './household-state.ts';
import {
  type Durability,
  type HouseholdStorage,
  putDocuments,
  type StoredData,
  type WritableData,
} from './household-storage.ts';
import { IndexedDbStorage } from './indexeddb-storage.ts';
import { writeJournal } from './journal.ts';
import { MemoryStorage } from './memory-storage.ts';
import { type Meta, newMeta, type QueuedTap, type RefusedTap, type StoredDocument } from './records.ts';

/** `meta`, `ops`: of the database as it failed. */
interface StandIn {
  storage: MemoryStorage;
  atFailure: { meta: Meta | undefined; ops: ReadonlySet<Id> };
}

/**
 * After a failure, memory stands in until a write succeeds: taps are sent from it, and stay in the journal
 * until server or database has them.
 */
export function failoverStorage(
  environment: Environment,
  account: AccountScope,
  state: HouseholdState,
  onDeleted: () => void,
) {
  const disk = new IndexedDbStorage(environment, storageName(account), onDeleted);
  let memory: StandIn | undefined;

  async function recover({ storage, atFailure }: StandIn): Promise<void> {
    try {
      const written = await writeBack(disk, await storage.read(contentOf), atFailure);
      memory = undefined;
      if (written) state.meta = written;
    } catch {
      // Retried at the next read.
    }
  }

  async function run<T>(work: (storage: HouseholdStorage) => Promise<T>): Promise<T> {
    if (!memory) {
      try {
        return await work(disk);
      } catch (error) {
        if (disk.isClosed) throw error;
      }
    }
    memory ??= standIn(environment, account, state);
    return work(memory.storage);
  }

  return {
    /** Rejects if the database fails. */
    disk,

    get isDurable() {
      return memory === undefined;
    },

    /** Rejects only if the database was closed, or the work rejects. */
    async read<T>(work: (stored: StoredData) => Promise<T>): Promise<T> {
      if (memory) await recover(memory);
      return run((storage) => storage.read(work));
    },

    write: <T>(durability: Durability, work: (stored: WritableData) => Promise<T>): Promise<T> =>
      run((storage) => storage.write(durability, work)),

    /** Drops a tap that only memory has; false if the server has answered it, or the database works again. */
    async drop(op: Id): Promise<boolean> {
      const queued = state.unsent.find((tap) => tap.op === op);
      if (!memory || !queued) return false;
      await memory.storage.write('relaxed', async (stored) => stored.deleteQueued(queued.sequence));
      state.drop(new Set([op]));
      return true;
    },
  };
}

function standIn({ storage, random }: Environment, account: AccountScope, state: HouseholdState): StandIn {
  const { meta, outbox, refused, unsent } = state;
  // Other tabs, and a reloaded page, find them in the journal.
  for (const tap of unsent) writeJournal(storage, account, tap);
  // Memory numbers taps under another device id; the stored one continues from its own sequence.
  const own = { ...(meta ?? newMeta(random)), device: makeId(random(16)) };
  state.meta = own;
  const atFailure = { meta, ops: opsOf([...outbox, ...refused]) };
  return { storage: new MemoryStorage(own, outbox, refused), atFailure };
}

interface Content {
  meta: Meta | undefined;
  outbox: QueuedTap[];
  refused: RefusedTap[];
  acked: QueuedTap[];
  /** Received since the failure. */
  documents: StoredDocument[];
}

async function contentOf(stored: StoredData): Promise<Content> {
  const [meta, outbox, refused] = await Promise.all([stored.meta(), stored.outbox(), stored.refused()]);
  return { meta, outbox, refused, acked: await stored.acked(), documents: await stored.documentsSince(-1) };
}

/** Undefined if the database changed since the failure and must be read again. */
function writeBack(
  disk: HouseholdStorage,
  { meta, documents, acked, ...taps }: Content,
  atFailure: StandIn['atFailure'],
): Promise<Meta | undefined> {
  return disk.write('strict', async (stored) => {
    const before = await stored.meta();
    const isAsLeft = before?.device === atFailure.meta?.device && before?.stamp === atFailure.meta?.stamp;
    if (!isAsLeft || !meta) {
      // A read alone does not prove that the database works again.
      if (before) stored.putMeta(before);
      return undefined;
    }
    await putDocuments(stored, documents, meta.resetStamp > (before?.stamp ?? -1));
    for (const tap of acked) stored.putAcked(tap);
    const { device, sequence } = before ?? meta;
    const written = { ...meta, device, sequence: await writeTaps(stored, taps, atFailure.ops, sequence) };
    stored.putMeta(written);
    return written;
  });
}

/** Deletes answered and discarded taps of `known`; the result is the last sequence. */
async function writeTaps(
  stored: WritableData,
  { outbox, refused }: Pick<Content, 'outbox' | 'refused'>,
  known: ReadonlySet<Id>,
  last: number,
): Promise<number> {
  const [queued, listed] = [opsOf(outbox), opsOf(refused)];
  for (const { op, sequence } of await stored.outbox())
    if (known.has(op) && !queued.has(op)) stored.deleteQueued(sequence);
  for (const { op } of await stored.refused()) if (known.has(op) && !listed.has(op)) stored.deleteRefused(op);
  for (const tap of refused) stored.putRefused(tap);
  let highest = last;
  for (const tap of outbox) {
    const sequence = (await stored.queued(tap.op))?.sequence ?? ++highest;
    stored.putQueued({ ...tap, sequence });
  }
  return highest;
}

function opsOf(taps: readonly { op: Id }[]): Set<Id> {
  return new Set(taps.map(({ op }) => op));
}
