import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { childPath, friendPath, type Path, visitPath } from '#domain/paths.ts';
import type { HouseholdStorage, StoredData, WritableData } from './household-storage.ts';
import { IndexedDbStorage } from './indexeddb-storage.ts';
import { MemoryStorage } from './memory-storage.ts';
import { newMeta, type QueuedTap, type RefusedTap, type StoredDocument } from './records.ts';

const KIM = childPath('kimkimkimkim');
const ELLA = friendPath('kimkimkimkim', 'ellaellaella');
const visit = (id: number) => visitPath('kimkimkimkim', `visit000000${id}`);
const meta = newMeta((bytes) => new Uint8Array(bytes));

function indexedDbStorage(): HouseholdStorage {
  const environment = { indexedDB: new IDBFactory(), keyRange: IDBKeyRange, after: () => () => {} };
  return new IndexedDbStorage(environment, 'framme-test');
}

function tap(sequence: number, receivedAt?: number): QueuedTap {
  const times = { tappedAt: sequence, zone: 'UTC', at: '', receivedAt: '', basis: 'measured' as const };
  const sent = receivedAt !== undefined && { sent: { tappedAt: 0, deviceNow: 0, receivedAt } };
  return { op: `op-${sequence}`, name: 'checkIn', args: {}, ...times, order: sequence, sequence, ...sent };
}

const REFUSED = { name: 'checkIn', args: {}, zone: 'UTC', refusal: { code: 'not-found' } } as const;
const refused = (op: string, tappedAt: number): RefusedTap => ({ ...REFUSED, op, tappedAt });
const stored = (path: Path, stamp: number, about: Partial<StoredDocument> = { first: 1 }) =>
  ({ path, version: stamp, stamp, ...about }) satisfies StoredDocument;

const closed = (id: number, ms: number) => stored(visit(id), 3, { age: [-ms, visit(id)] });
const paths = (documents: readonly StoredDocument[]) => documents.map(({ path }) => path);

describe.each([
  ['IndexedDB', indexedDbStorage],
  ['memory', () => new MemoryStorage()],
])('storage in %s', (_name, create) => {
  async function holding(work: (data: WritableData) => void) {
    const storage = create();
    const change = (one: (data: WritableData) => void) => storage.write('strict', async (data) => one(data));
    await change(work);
    return { storage, change, read: <T>(ask: (data: StoredData) => Promise<T>) => storage.read(ask) };
  }

  test('a new device has nothing', async () => {
    const { read } = await holding(() => {});
    expect(await read((data) => data.meta())).toBeUndefined();
    for (const list of ['outbox', 'refused', 'acked', 'firstDocuments'] as const)
      expect(await read<readonly unknown[]>((data) => data[list]())).toEqual([]);
  });

  test('the outbox is in the device’s order, and a tap is found by its op and replaced by its sequence', async () => {
    const { read } = await holding((data) => {
      for (const sequence of [10, 9, 2]) data.putQueued(tap(sequence));
      data.putQueued({ ...tap(9), settled: 4 });
      data.deleteQueued(2);
    });
    expect(await read((data) => data.outbox())).toEqual([{ ...tap(9), settled: 4 }, tap(10)]);
    expect(await read((data) => data.queued('op-10'))).toEqual(tap(10));
  });

  test('refused taps are in tap order, each once', async () => {
    const { read } = await holding((data) => {
      for (const one of [refused('a', 3), refused('b', 1), refused('c', 2), refused('a', 4)])
        data.putRefused(one);
      data.deleteRefused('c');
    });
    expect(await read((data) => data.refused())).toEqual([refused('b', 1), refused('a', 4)]);
  });

  test('acknowledged taps are in the server’s order', async () => {
    const { read } = await holding((data) => {
      for (const one of [tap(3, 500), tap(2, 90), tap(5, 9), tap(1, 500), tap(4)]) data.putAcked(one);
      data.deleteAcked(tap(5, 9));
    });
    expect(await read((data) => data.acked())).toEqual([tap(4), tap(2, 90), tap(1, 500), tap(3, 500)]);
  });

  test('documents are read by path, without closed visits, and since a stamp', async () => {
    const { read } = await holding((data) => {
      for (const one of [stored(KIM, 1), stored(ELLA, 1), closed(1, 1), stored(ELLA, 2)])
        data.putDocument(one);
    });
    expect(await read((data) => data.document(ELLA))).toEqual(stored(ELLA, 2));
    expect(paths(await read((data) => data.firstDocuments())).sort()).toEqual([KIM, ELLA]);
    expect(paths(await read((data) => data.documentsSince(1))).sort()).toEqual([ELLA, visit(1)]);
  });

  test('closed visits come in pages, newest first', async () => {
    const { read } = await holding((data) => {
      for (const one of [stored(ELLA, 1), closed(1, 10), closed(2, 30), closed(3, 10), closed(4, 200)])
        data.putDocument(one);
    });
    const first = await read((data) => data.closedVisits(undefined, 2));
    expect(paths(first)).toEqual([visit(4), visit(2)]);
    const next = await read((data) => data.closedVisits(first.at(-1)?.age, 5));
    expect(paths(next)).toEqual([visit(1), visit(3)]);
  });

  test('what lies below a child is deleted without the child and its namesakes', async () => {
    const namesake = childPath('kimkimkimkim2');
    const { change, read } = await holding((data) => {
      for (const path of [KIM, ELLA, visit(1), namesake]) data.putDocument(stored(path, 1));
      data.deleteDocumentsBelow(KIM);
    });
    expect(paths(await read((data) => data.firstDocuments())).sort()).toEqual([KIM, namesake]);
    await change((data) => data.deleteDocument(namesake));
    expect(paths(await read((data) => data.firstDocuments()))).toEqual([KIM]);
  });

  test('clearing documents keeps the rest; clearing all keeps nothing', async () => {
    const { change, read } = await holding((data) => {
      data.putMeta(meta);
      data.putQueued(tap(1));
      data.putRefused(refused('a', 1));
      data.putAcked(tap(2, 1));
      data.putDocument(stored(ELLA, 1));
      data.clearDocuments();
    });
    const all = () =>
      read(async (data) => [
        ...[await data.meta(), await data.outbox(), await data.refused()],
        ...[await data.acked(), await data.firstDocuments()],
      ]);
    expect(await all()).toEqual([meta, [tap(1)], [refused('a', 1)], [tap(2, 1)], []]);
    await change((data) => data.clear());
    expect(await all()).toEqual([undefined, [], [], [], []]);
  });

  test('work that fails stores nothing', async () => {
    const { storage, read } = await holding((data) => data.putQueued(tap(1)));
    const failing = storage.write('strict', async (data) => {
      data.deleteQueued(1);
      expect(await data.outbox()).toEqual([]);
      throw new Error('the work failed');
    });
    await expect(failing).rejects.toThrow('the work failed');
    expect(await read((data) => data.outbox())).toEqual([tap(1)]);
  });

  test('writes at once run one after the other', async () => {
    const { storage, read } = await holding((data) => data.putMeta(meta));
    const add = () =>
      storage.write('strict', async (data) => {
        const { sequence } = (await data.meta()) ?? meta;
        data.putMeta({ ...meta, sequence: sequence + 1 });
      });
    await Promise.all([add(), add(), add()]);
    expect(await read((data) => data.meta())).toMatchObject({ sequence: 3 });
  });
});
