import type { StoredVisit } from '#domain/command.ts';
import type { Document } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { type Path, type VisitorRef, visitorPath } from '#domain/paths.ts';
import type { Change, Outcome } from '#domain/protocol/sync.ts';
import type { Batch, FoundSession, Store, Transaction } from '#server/store/ports/store.ts';
import type { BenchFamily } from '../families/stored-families.ts';

/** Closed visits that a rule may look at, beside the open one. */
const KEPT_VISITS = 4;

/** The part of one household that a tap needs. */
interface Household {
  version: number;
  sequence: number;
  documents: Map<Path, Document>;
  visits: Map<Path, StoredVisit[]>;
  outcomes: Map<string, Outcome>;
  changes: Change[];
}

/** A store that keeps of each household just enough for the next tap, and no call but those of a tap and of the workers. */
export function memoryStore(families: readonly (BenchFamily & { tokenHash: string })[]): Store {
  const households = new Map(families.map((family) => [family.household, householdOf(family)]));
  const seenAt = new Date().toISOString();
  const sessions = new Map(
    families.map(({ tokenHash, household }): [string, FoundSession] => [
      tokenHash,
      {
        uid: household,
        household,
        email: '',
        id: household,
        createdAt: seenAt,
        seenAt,
        reauthenticatedAt: '',
      },
    ]),
  );
  const known = (household: string): Household => {
    const found = households.get(household);
    if (!found) throw new Error('no such household');
    return found;
  };
  const calls: Partial<Store> = {
    epoch: () => 'bench00000',
    restored: () => undefined,
    session: async (hash) => sessions.get(hash),
    transact: (household, work) => work(transactionOn(known(household))),
    changes: async (household) => {
      const { changes, version } = known(household);
      return { changes, cursor: version, more: false };
    },
    refusedNumbers: async () => [],
    takeNotices: async () => [],
    oldestVisits: async () => [],
    purgeTombstones: async () => null,
    purgeRemoved: async () => false,
    scrub: async () => undefined,
    truncateLog: async () => true,
    onChange: () => () => undefined,
    close: async () => undefined,
  };
  return calls as Store;
}

function householdOf({ friends, cursor, household }: BenchFamily): Household {
  const createdAt = new Date().toISOString();
  const ella = { name: 'Ella', parentPhone: '070-123 45 67', createdAt, status: 'out' } as const;
  const profile = { firstName: 'Astrid', lastName: 'Lindgren', email: `${household}@example.org`, createdAt };
  const documents: [string, Document][] = [
    [`profiles/${household}`, profile as Document],
    ...friends.map((friend): [string, Document] => [visitorPath(friend), ella]),
    ...friends.map(({ child }): [string, Document] => [
      `children/${child}`,
      { name: 'Kim', birthDate: '2018-05-04', createdAt },
    ]),
  ];
  return {
    version: cursor ?? 0,
    sequence: 0,
    documents: new Map(documents as [Path, Document][]),
    visits: new Map(),
    outcomes: new Map(),
    changes: [],
  };
}

function transactionOn(household: Household): Transaction {
  const source: DocumentSource = {
    get: (path) => household.documents.get(path) as never,
    isTaken: (path) => household.documents.has(path),
    visitsOf: (ref: VisitorRef) => household.visits.get(visitorPath(ref)) ?? [],
  };
  const calls: Partial<Transaction> = {
    async begin() {
      const { version, sequence: lastSequence, outcomes } = household;
      return { version, lastSequence, outcomes, sizes: new HouseholdSizes() };
    },
    load: async () => source,
    async save(batch) {
      save(household, batch);
    },
  };
  return calls as Transaction;
}

function save(household: Household, { version, lastSequence, documents, outcomes }: Batch): void {
  household.version = version;
  household.sequence = lastSequence;
  household.outcomes = new Map(outcomes.map(({ outcome }) => [outcome.op, outcome]));
  household.changes = [];
  for (const { path, document, version: at } of documents) {
    if (!document) continue;
    household.changes.push({ path, version: at, document: document as unknown as Record<string, unknown> });
    if (path.includes('/visits/'))
      keepVisit(household, path as Path<'visit'>, document as StoredVisit['visit']);
    else household.documents.set(path, document);
  }
}

function keepVisit({ visits }: Household, path: Path<'visit'>, visit: StoredVisit['visit']): void {
  const [, child = ''] = path.split('/');
  const visitor = visitorPath({ child, kind: visit.visitor.kind, visitor: visit.visitor.id });
  const others = (visits.get(visitor) ?? []).filter((stored) => stored.path !== path);
  visits.set(visitor, [...others, { path, visit }].slice(-KEPT_VISITS));
}
