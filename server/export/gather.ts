import type { Child, Document, Friend, Guest, Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { type Kind, parsePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { ExportedChild, ExportedVisit } from '#domain/protocol/export.ts';
import { CHANGES_PER_PAGE, type Change, type HistoryMark } from '#domain/protocol/sync.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Store } from '../store/port.ts';

export type ExportContext = Pick<Dependencies, 'store' | 'now'>;

/** The people of a household and whoever is there now: small, however long the history is. */
export interface People {
  profile: Profile | undefined;
  children: ExportedChild[];
  open: ExportedVisit[];
}

/** Each document is looked at once: a household of thousands must not hold up the others. */
export async function peopleOf(store: Store, { household, uid }: Account): Promise<People> {
  const { changes } = await store.people(household);
  const kinds = Map.groupBy(changes.flatMap(located), ({ kind }) => kind);
  const at = (kind: Kind) => kinds.get(kind) ?? [];
  const byChild = (kind: Kind) => Map.groupBy(at(kind), ({ child }) => child);
  const [friends, guests] = [byChild('friend'), byChild('guest')];
  const children = at('child').map(({ id, document }) => ({
    ...{ id, ...(document as Child) },
    friends: (friends.get(id) ?? []).map(named<Friend>),
    guests: (guests.get(id) ?? []).map(named<Guest>),
  }));
  const profile = at('profile').find(({ id }) => id === uid)?.document as Profile | undefined;
  return { profile, children, open: at('visit').map(exported) };
}

interface Located {
  kind: Kind;
  id: Id;
  child: Id;
  document: Document;
}

function located({ path, document }: Change): Located[] {
  const parts = parsePath(path);
  if (!parts || !document) return [];
  const { kind, child = '', id } = parts;
  return [{ kind, child, id, document: document as unknown as Document }];
}

function named<D>({ id, document }: Located): D & { id: Id } {
  return { id, ...(document as D) };
}

function exported({ id, child, document }: Located): ExportedVisit {
  return { id, child, ...(document as Visit) };
}

/** All visits page by page, so that no history is in memory as a whole: the open ones, then the newest first. */
export async function* visitPages(
  store: Store,
  household: Id,
  open: readonly ExportedVisit[],
): AsyncGenerator<ExportedVisit[]> {
  yield [...open];
  // One that was closed while this is read is told of once.
  const told = new Set(open.map(({ id }) => id));
  let mark: HistoryMark | null | undefined;
  while (mark !== null) {
    const page = await store.visits(household, mark, CHANGES_PER_PAGE);
    yield page.changes
      .flatMap(located)
      .map(exported)
      .filter(({ id }) => !told.has(id));
    mark = page.next;
  }
}
