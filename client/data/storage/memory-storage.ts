import { serialQueue } from '#client/data/serial-queue.ts';
import type { Id } from '#domain/ids.ts';
import { isWithin, type Path } from '#domain/paths.ts';
import type { Durability, HouseholdStorage, StoredData, WritableData } from './household-storage.ts';
import {
  bySequence,
  byTime,
  type Meta,
  type QueuedTap,
  type RefusedTap,
  type StoredDocument,
} from './records.ts';

/** Lives as long as its page. */
export class MemoryStorage implements HouseholdStorage {
  #content = contentOf();
  readonly #enqueue = serialQueue();
  readonly isDurable = false;

  constructor(meta?: Meta, outbox: readonly QueuedTap[] = [], refused: readonly RefusedTap[] = []) {
    const data = dataIn(this.#content);
    if (meta) data.putMeta(meta);
    for (const tap of outbox) data.putQueued(tap);
    for (const tap of refused) data.putRefused(tap);
  }

  read<T>(work: (stored: StoredData) => Promise<T>): Promise<T> {
    return this.#enqueue(() => work(dataIn(this.#content)));
  }

  write<T>(_durability: Durability, work: (stored: WritableData) => Promise<T>): Promise<T> {
    return this.#enqueue(async () => {
      const changed = contentOf(this.#content);
      const result = await work(dataIn(changed));
      this.#content = changed;
      return result;
    });
  }
}

interface Content {
  meta: Map<'meta', Meta>;
  outbox: Map<number, QueuedTap>;
  refused: Map<Id, RefusedTap>;
  acked: Map<Id, QueuedTap>;
  documents: Map<Path, StoredDocument>;
}

function contentOf(before?: Content): Content {
  return {
    meta: new Map(before?.meta),
    outbox: new Map(before?.outbox),
    refused: new Map(before?.refused),
    acked: new Map(before?.acked),
    documents: new Map(before?.documents),
  };
}

function dataIn({ meta, outbox, refused, acked, documents }: Content): WritableData {
  const those = (isWanted: (stored: StoredDocument) => boolean) => [...documents.values()].filter(isWanted);
  return {
    meta: async () => meta.get('meta'),
    outbox: async () => [...outbox.values()].sort(bySequence),
    queued: async (op) => [...outbox.values()].find((tap) => tap.op === op),
    refused: async () => [...refused.values()].sort(byTime),
    acked: async () => [...acked.values()].sort(byReceipt),
    document: async (path) => documents.get(path),
    firstDocuments: async () => those(({ first }) => first !== undefined),
    documentsSince: async (stamp) => those((stored) => stored.stamp > stamp),
    closedVisits: async (after, count) =>
      those(({ age }) => age !== undefined && byAge(age, after) > 0)
        .sort((one, other) => byAge(one.age, other.age))
        .slice(0, count),
    putMeta: (value) => void meta.set('meta', value),
    putQueued: (tap) => void outbox.set(tap.sequence, tap),
    deleteQueued: (sequence) => void outbox.delete(sequence),
    putRefused: (tap) => void refused.set(tap.op, tap),
    deleteRefused: (op) => void refused.delete(op),
    putAcked: (tap) => void acked.set(tap.op, tap),
    deleteAcked: ({ op }) => void acked.delete(op),
    putDocument: (document) => void documents.set(document.path, document),
    deleteDocument: (path) => void documents.delete(path),
    deleteDocumentsBelow: (root) => {
      for (const path of documents.keys()) if (path !== root && isWithin(path, root)) documents.delete(path);
    },
    clearDocuments: () => documents.clear(),
    clear: () => {
      for (const all of [meta, outbox, refused, acked, documents]) all.clear();
    },
  };
}

/** Undefined comes first. */
function byAge(one: StoredDocument['age'], other: StoredDocument['age']): number {
  if (!one || !other) return Number(one !== undefined) - Number(other !== undefined);
  const [[time, path], [otherTime, otherPath]] = [one, other];
  return time - otherTime || (path < otherPath ? -1 : Number(path > otherPath));
}

function byReceipt(one: QueuedTap, other: QueuedTap): number {
  return (one.sent?.receivedAt ?? 0) - (other.sent?.receivedAt ?? 0) || bySequence(one, other);
}
