import { expect, test } from 'vitest';
import { type Path, visitPath } from '#domain/paths.ts';
import { type StoredDocument, toStored } from './records.ts';
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

test('a closed visit is read first while the way home lasts that began with it', () => {
  const left = { at: at(0), by: 'anna', certainty: 'exact' };
  const trip = { startedAt: at(0), due: at(15) };
  const stored = (document: Record<string, unknown>, minute: number) =>
    toStored({ path: visitPath(CHILD, 'visit0000001'), version: 1, document }, 1, Date.parse(at(minute)));
  const age = [-Date.parse(at(0)), visitPath(CHILD, 'visit0000001')];
  expect(stored({ open: false, left }, 1)).not.toHaveProperty('first');
  expect(stored({ open: false, left, trip }, 74)).toMatchObject({ first: 1, age });
  expect(stored({ open: false, left, trip }, 75)).not.toHaveProperty('first');
});
