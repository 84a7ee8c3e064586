import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Child, Document, Friend, Guest, Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { type Kind, parsePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { ExportedChild, ExportedVisit } from '#domain/protocol/export.ts';
import { CHANGES_PER_PAGE, type Change, type HistoryMark } from '#domain/protocol/sync.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Pace } from '../http/pace.ts';
import type { HostStore } from '../store/ports/store.ts';
import { peoplePages } from '../store/shared/pages.ts';

export interface ExportContext extends Pick<Dependencies, 'now'> {
  store: Omit<HostStore, 'markRestored' | 'renewPushKey'>;
  pace: Pick<Pace, 'begin'>;
  /** True if nobody reads the file any more. */
  isGone: () => boolean;
}

/** Reading a page and formatting it is twice the work of sending it to a phone. */
const PAGE_WORK = 2 * CHANGES_PER_PAGE;

/** The people of a household and its open visits; small, however long the history is. */
export interface People {
  profile: Profile | undefined;
  children: ExportedChild[];
  open: ExportedVisit[];
}

/** Loads the people in linear time, so that a household of thousands does not block other requests. */
export async function loadPeople(
  { store, pace, isGone }: ExportContext,
  { household, uid }: Account,
): Promise<People> {
  const documents: ParsedDocument[] = [];
  for await (const page of peoplePages(store, household)) {
    documents.push(...page.flatMap(parseChange));
    await pace.begin(household, PAGE_WORK, isGone);
  }
  const kinds = Map.groupBy(documents, ({ kind }) => kind);
  const at = (kind: Kind) => kinds.get(kind) ?? [];
  const byChild = (kind: Kind) => Map.groupBy(at(kind), ({ child }) => child);
  const [friends, guests] = [byChild('friend'), byChild('guest')];
  const children = at('child').map(({ id, document }) => ({
    ...{ id, ...(document as Child) },
    friends: (friends.get(id) ?? []).map(withId<Friend>),
    guests: (guests.get(id) ?? []).map(withId<Guest>),
  }));
  const profile = at('profile').find(({ id }) => id === uid)?.document as Profile | undefined;
  return { profile, children, open: at('visit').map(exportedVisit) };
}

interface ParsedDocument {
  kind: Kind;
  id: Id;
  child: Id;
  document: Document;
}

function parseChange({ path, document }: Change): ParsedDocument[] {
  const parts = parsePath(path);
  if (!parts || !document) return [];
  const { kind, child = '', id } = parts;
  return [{ kind, child, id, document: document as unknown as Document }];
}

function withId<D>({ id, document }: ParsedDocument): D & { id: Id } {
  return { id, ...(document as D) };
}

/** Nobody needs the hash of a link's secret but the server. */
function exportedVisit({ id, child, document }: ParsedDocument): ExportedVisit {
  const { links, ...visit } = document as Visit;
  return { id, child, ...visit, ...(links && { links: links.map(({ hash: _hash, ...link }) => link) }) };
}

/** Generates all visits page by page, so that no whole history is in memory: open ones first, then newest first. */
export async function* visitPages(
  { store, pace, isGone }: ExportContext,
  household: Id,
  open: readonly ExportedVisit[],
): AsyncGenerator<ExportedVisit[]> {
  yield [...open];
  // A visit that is closed during the export is exported only once.
  const exported = new Set(open.map(({ id }) => id));
  let mark: HistoryMark | null | undefined;
  while (mark !== null) {
    await pace.begin(household, PAGE_WORK, isGone);
    const page = await store.visits(household, mark, CHANGES_PER_PAGE);
    yield page.changes
      .flatMap(parseChange)
      .map(exportedVisit)
      .filter(({ id }) => !exported.has(id));
    mark = page.next;
    await nextTurn();
  }
}
