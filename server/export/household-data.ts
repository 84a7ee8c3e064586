import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Child, Document, Friend, Guest, Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { type Kind, parsePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { ExportedChild, ExportedVisit } from '#domain/protocol/export.ts';
import { CHANGES_PER_PAGE, type Change, type HistoryMark } from '#domain/protocol/sync.ts';
import type { FairShareOfAddress } from '../load-limits/fair-share.ts';
import { peoplePages } from '../store/households/feed.ts';
import type { AdminStore } from '../store/ports/store.ts';

export interface ExportContext {
  now: () => number;
  store: Omit<AdminStore, 'markRestored' | 'renewPushKey'>;
  /** Undefined for the operator, beside a running server. */
  fairShare?: FairShareOfAddress;
  /** If the client is gone. */
  isAborted: () => boolean;
}

/** Reading and formatting a page is twice the work of syncing it. */
const PAGE_WORK = 2 * CHANGES_PER_PAGE;

export interface People {
  profile: Profile | undefined;
  children: ExportedChild[];
  open: ExportedVisit[];
}

/** In linear time, so that a household of thousands does not block other requests. */
export async function loadPeople(
  { store, fairShare, isAborted }: ExportContext,
  { household, uid }: Account,
): Promise<People> {
  const documents: ParsedDocument[] = [];
  for await (const page of peoplePages(store, household)) {
    documents.push(...page.flatMap(parseChange));
    await fairShare?.waitTurn(household, PAGE_WORK, isAborted);
  }
  const kinds = Map.groupBy(documents, ({ kind }) => kind);
  const at = (kind: Kind) => kinds.get(kind) ?? [];
  const byChild = (kind: Kind) => Map.groupBy(at(kind), ({ child }) => child);
  const [friends, guests] = [byChild('friend'), byChild('guest')];
  const children = at('child').map(({ id, document }) => ({
    id,
    ...(document as Child),
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

/** Only the server needs the hash of a link's secret. */
function exportedVisit({ id, child, document }: ParsedDocument): ExportedVisit {
  const { links, ...visit } = document as Visit;
  return { id, child, ...visit, ...(links && { links: links.map(({ hash: _hash, ...link }) => link) }) };
}

/** Open visits, then newest first; never the whole history in memory. */
export async function* visitPages(
  { store, fairShare, isAborted }: ExportContext,
  household: Id,
  open: readonly ExportedVisit[],
): AsyncGenerator<ExportedVisit[]> {
  yield [...open];
  // A visit closed during the export must not come twice.
  const exported = new Set(open.map(({ id }) => id));
  let mark: HistoryMark | null | undefined;
  while (mark !== null) {
    await fairShare?.waitTurn(household, PAGE_WORK, isAborted);
    const page = await store.visits(household, mark, CHANGES_PER_PAGE);
    yield page.changes
      .flatMap(parseChange)
      .map(exportedVisit)
      .filter(({ id }) => !exported.has(id));
    mark = page.next;
    await nextTurn();
  }
}
