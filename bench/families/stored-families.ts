import { createHash, randomBytes } from 'node:crypto';
import type { Document, Moment, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childPath, friendPath, type Path, type VisitorRef, visitPath } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import type { Batch, Store } from '#server/store/port.ts';
import { newId } from '#tests/support/people/household.ts';

/** A family for the load generator, as JSON. */
export interface BenchFamily {
  household: Id;
  device: Id;
  /** The session's token, as the cookie carries it. */
  token: string;
  friend: VisitorRef;
  /** The state of its phone. */
  cursor: number;
  sequence: number;
  isIn: boolean;
}

const DAY = 24 * 60 * 60_000;
const VISITS_PER_BATCH = 1000;

/** Stores families with one child, one friend and so many closed visits, without hashing a password. */
export async function storeFamilies(store: Store, count: number, visits = 0): Promise<BenchFamily[]> {
  return Promise.all(Array.from({ length: count }, () => storeFamily(store, visits)));
}

async function storeFamily(store: Store, visits: number): Promise<BenchFamily> {
  const [uid, household, device, child, visitor] = [newId(), newId(), newId(), newId(), newId()];
  const [email, createdAt] = [`${uid}@example.org`, iso(-400 * DAY)];
  const profile = initialProfile(
    { firstName: 'Astrid', lastName: 'Lindgren', email, password: '' },
    createdAt,
  );
  await store.register({ uid, household, email, emailKey: email, passwordHash: '', createdAt }, profile);
  const token = randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  await store.openSession({
    tokenHash,
    id: newId(),
    name: '',
    uid,
    createdAt: iso(0),
    expiresAt: iso(100 * DAY),
  });
  const family = { household, device, token, cursor: 1, sequence: 0, isIn: false };
  await save(store, family, [
    [childPath(child), { name: 'Kim', birthDate: '2018-05-04', createdAt }],
    [friendPath(child, visitor), { name: 'Ella', parentPhone: '070-123 45 67', createdAt, status: 'out' }],
  ]);
  for (let done = 0; done < visits; done += VISITS_PER_BATCH) {
    const many = Math.min(VISITS_PER_BATCH, visits - done);
    const made = Array.from({ length: many }, (_, i) => closedVisit(uid, device, visitor, done + i, visits));
    await save(
      store,
      family,
      made.map((visit) => [visitPath(child, newId()), visit]),
    );
  }
  return { ...family, friend: { child, kind: 'friend', visitor } };
}

/** Saves documents as if each came from an op of its own: with its own version and stored outcome. */
async function save(store: Store, family: Family, documents: [Path, Document][]): Promise<void> {
  const [version, lastSequence] = [family.cursor, family.sequence];
  const batch: Batch = {
    version: version + documents.length,
    device: family.device,
    lastSequence: lastSequence + documents.length,
    documents: documents.map(([path, document], i) => ({ path, document, version: version + 1 + i })),
    outcomes: documents.map((_, i) => ({
      outcome: { op: newId(), result: 'done', version: version + 1 + i },
      sequence: lastSequence + 1 + i,
    })),
    notices: [],
    recordedAt: iso(0),
  };
  await store.transact(family.household, (transaction) => transaction.save(batch));
  family.cursor = batch.version;
  family.sequence = batch.lastSequence;
}

type Family = Pick<BenchFamily, 'household' | 'device' | 'cursor' | 'sequence'>;

/** One of `of` visits, spread evenly over 299 days. */
function closedVisit(by: Id, device: Id, friend: Id, index: number, of: number): Visit {
  const start = -300 * DAY + Math.floor((index * 299 * DAY) / of);
  const moment = (at: string): Moment => ({
    at,
    tappedAt: at,
    receivedAt: at,
    zone: 'Europe/Stockholm',
    certainty: 'exact',
    by,
    device,
    op: newId(),
  });
  return {
    visitor: { kind: 'friend', id: friend, name: 'Ella' },
    open: false,
    arrived: moment(iso(start)),
    left: moment(iso(start + 60_000)),
    corrections: [],
  };
}

/** The ISO time `ms` from now. */
function iso(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
