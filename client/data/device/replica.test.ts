import { expect, test } from 'vitest';
import { childPath, friendPath, guestPath, type Path, visitPath } from '#domain/paths.ts';
import type { StoredDocument } from './records.ts';
import { Replica } from './replica.ts';

const CHILD = 'kimkimkimkim';
const at = (index: number) => new Date(Date.parse('2026-01-01T10:00:00Z') + index * 60_000).toISOString();

/** A replica of one child with many visits of one friend; `reads` counts how often their documents are looked at. */
function longHistory(visits: number) {
  const seen = { reads: 0 };
  const documents = Array.from({ length: visits }, (_, index): StoredDocument => {
    const arrived = { at: at(index), by: 'anna', certainty: 'exact' };
    const document = {
      visitor: { kind: 'friend', id: 'ellaellaella' },
      arrived,
      corrections: [],
      open: false,
    };
    return {
      path: visitPath(CHILD, `visit${String(index).padStart(7, '0')}`),
      version: 1,
      get document() {
        seen.reads += 1;
        return document;
      },
    } as unknown as StoredDocument;
  });
  const replica = new Replica();
  replica.apply(documents);
  seen.reads = 0;
  return { replica, seen };
}

const tombstone = (path: Path): StoredDocument => ({ path, version: 2, stamp: 2 });

test('a visit is removed without a look at the others', () => {
  const { replica, seen } = longHistory(2000);
  const path = visitPath(CHILD, 'visit0001234');
  expect(replica.apply([tombstone(path)])).toEqual([path]);
  expect(replica.get(path)).toBeUndefined();
  expect([...replica.visitsOf({ child: CHILD, kind: 'friend', visitor: 'ellaellaella' })]).toHaveLength(1999);
  expect(seen.reads).toBeLessThan(10);
});

test('a removed child takes everything below it along', () => {
  const { replica } = longHistory(20);
  const child = `children/${CHILD}` as Path;
  expect(replica.apply([tombstone(child)])).toHaveLength(21);
  expect(replica.within(child)).toEqual([]);
});

test('the sizes follow what arrives: additions, arrivals, newer versions and removals', () => {
  const replica = new Replica();
  const sizes = () => [replica.sizes.children, replica.sizes.visitors, replica.sizes.openVisits];
  const ella = friendPath(CHILD, 'ellaellaella');
  const noa = guestPath(CHILD, 'noanoanoanoa');
  let version = 2;
  const arrive = (path: Path, document?: object) =>
    replica.apply([
      { path, version: version++, stamp: 1, ...(document && { document }) } as unknown as StoredDocument,
    ]);
  arrive(ella, { name: 'Ella', status: 'out' });
  arrive(childPath(CHILD), { name: 'Kim' });
  expect(sizes()).toEqual([1, 1, 0]);
  arrive(ella, { name: 'Ella', status: 'in', openVisit: 'visit0000001' });
  arrive(noa, { name: 'Noa', status: 'in', openVisit: 'visit0000002' });
  expect(sizes()).toEqual([1, 2, 2]);
  replica.apply([{ path: noa, version: 1, stamp: 1 } as StoredDocument]);
  arrive(ella, { name: 'Ella', status: 'out' });
  arrive(visitPath(CHILD, 'visit0000001'));
  expect(sizes()).toEqual([1, 2, 1]);
  arrive(noa);
  expect(sizes()).toEqual([1, 1, 0]);
  arrive(childPath(CHILD));
  arrive(ella, { name: 'Ella', status: 'out' });
  expect(sizes()).toEqual([0, 0, 0]);
});
