import { createHash, randomBytes } from 'node:crypto';
import type { Document, Moment, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childPath, friendPath, type Path, type VisitorRef, visitPath } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import type { Batch, Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';

/** A family for the load generator, as JSON. */
export interface BenchFamily {
  household: Id;
  device: Id;
  /** The session's token, as the cookie carries it. */
  token: string;
  friends: VisitorRef[];
  /** The state of its phone; the cursor is null at a server without a feed. */
  cursor: number | null;
  sequence: number;
  /** Its check-ins and check-outs so far. */
  taps: number;
}

/** So many families with one child, its friends, and closed visits of the first friend. */
export interface FamilySize {
  count: number;
  friends?: number;
  visits?: number;
}

const DAY = 24 * 60 * 60_000;
const VISITS_PER_BATCH = 1000;
/** Families stored at once. */
const AT_ONCE = 100;

/** Stores families without hashing a password. */
export async function storeFamilies(
  store: Store,
  { count, friends = 1, visits = 0 }: FamilySize,
): Promise<BenchFamily[]> {
  const families: BenchFamily[] = [];
  while (families.length < count) {
    const many = Math.min(AT_ONCE, count - families.length);
    families.push(
      ...(await Promise.all(Array.from({ length: many }, () => storeFamily(store, friends, visits)))),
    );
  }
  return families;
}

/** Makes phones of families that no store knows yet. */
export function newPhones({ count, friends = 1 }: FamilySize): BenchFamily[] {
  return Array.from({ length: count }, () => newPhone(friends));
}

function newPhone(friends: number): BenchFamily {
  const child = newId();
  return {
    household: newId(),
    device: newId(),
    token: randomBytes(32).toString('base64url'),
    friends: Array.from({ length: friends }, () => ({ child, kind: 'friend', visitor: newId() })),
    cursor: null,
    sequence: 0,
    taps: 0,
  };
}

/** Returns the form in which a session token is stored. */
export function tokenHashOf({ token }: BenchFamily): string {
  return createHash('sha256').update(token).digest('base64url');
}

async function storeFamily(store: Store, friends: number, visits: number): Promise<BenchFamily> {
  const phone = newPhone(friends);
  const { household, device } = phone;
  const uid = newId();
  const [email, createdAt] = [`${uid}@example.org`, iso(-400 * DAY)];
  const profile = initialProfile(
    { firstName: 'Astrid', lastName: 'Lindgren', email, password: '' },
    createdAt,
  );
  await store.register({ uid, household, email, emailKey: email, passwordHash: '', createdAt }, profile);
  await store.openSession({
    tokenHash: tokenHashOf(phone),
    id: newId(),
    name: '',
    uid,
    createdAt: iso(0),
    expiresAt: iso(100 * DAY),
  });
  const family: Family = { household, device, cursor: 1, sequence: 0 };
  const [{ child, visitor } = never()] = phone.friends;
  const ella = { name: 'Ella', parentPhone: '070-123 45 67', createdAt, status: 'out' } as const;
  await save(store, family, [
    [childPath(child), { name: 'Kim', birthDate: '2018-05-04', createdAt }],
    ...phone.friends.map((friend): [Path, Document] => [friendPath(child, friend.visitor), ella]),
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
  return { ...phone, ...family };
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

type Family = Pick<BenchFamily, 'household' | 'device' | 'sequence'> & { cursor: number };

function never(): never {
  throw new Error('a family has at least one friend');
}

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
