import type { DatabaseSync } from 'node:sqlite';
import type { HistoryMark } from '#domain/protocol/sync.ts';
import type { FeedPage, FeedStore, PeoplePage } from '../../ports/feed.ts';
import { takePage } from '../../shared/pages.ts';
import { type ChangeRow, changeOf } from '../../shared/rows.ts';
import { LIMIT_GIVEN, statementsOf } from '../connection/connection.ts';
import type { GroupCommit } from '../connection/group-commit.ts';
import { numberReader } from './household-row.ts';
import { withoutRemoved } from './purge-removed.ts';

/** Prepares a page of the feed: the documents changed after a version, whole versions only. */
function feedReader(db: DatabaseSync): (household: string, after: number, limit: number) => FeedPage {
  const { query } = statementsOf(db);
  const page = changeReader(db);
  const all = versionPage(db);
  const state = query<{ number: number; version: number; floor: number }>(
    'SELECT number, version, floor FROM households WHERE id = ?',
  );
  return (household, after, limit) => {
    const { number, version, floor } = state.get(household) ?? { number: 0, version: 0, floor: 0 };
    if (after < floor) return { changes: [], cursor: version, more: false, cursorExpired: true };
    const { page: rows, next } = page(number, after, version, limit);
    if (next === undefined) return { changes: rows.map(changeOf), cursor: version, more: false };
    const whole = rows.filter((row) => row.version < next.version);
    // A version larger than a page is sent whole, in a page of its own.
    const sent = whole.length > 0 ? whole : all(number, next.version);
    const cursor = sent.at(-1)?.version ?? version;
    return { changes: sent.map(changeOf), cursor, more: cursor < version };
  };
}

/** Prepares a page of the documents changed after one version and up to another, oldest change first. */
function changeReader(db: DatabaseSync) {
  const of = (table: string) =>
    statementsOf(db).query<ChangeRow>(`
       SELECT path, version, body FROM ${table} WHERE household = ? AND version > ? AND version <= ?
       ORDER BY version, path ${LIMIT_GIVEN}`);
  // A household's people are few and lie together: to scan them costs less than to keep an index of their versions.
  const tables = [of('people'), of('visits INDEXED BY visits_by_version')];
  return (household: number, after: number, upTo: number, limit: number) => {
    const rows = tables.flatMap((table) => {
      const { page, next } = takePage(table.each(household, after, upTo, limit + 1), limit);
      return next ? [...page, next] : page;
    });
    return takePage(rows.toSorted(byVersion), limit);
  };
}

/** Prepares all documents of one version; no version has more of them than one op or one step of the purge writes. */
function versionPage(db: DatabaseSync): (household: number, version: number) => ChangeRow[] {
  const [people, visits] = ['people', 'visits INDEXED BY visits_by_version'].map((table) =>
    statementsOf(db).query<ChangeRow>(
      `SELECT path, version, body FROM ${table} WHERE household = ? AND version = ?`,
    ),
  );
  return (household, version) =>
    [people, visits].flatMap((table) => table?.all(household, version) ?? []).toSorted(byVersion);
}

function byVersion(a: ChangeRow, b: ChangeRow): number {
  return a.version - b.version || (a.path < b.path ? -1 : 1);
}

/** Marks a position among the open visits, which follow after the people: the number of the visit before it. */
const OPEN_VISITS = 'visits/';

/** Prepares a page of the first part of a snapshot: everything but closed visits and tombstones. */
function peopleReader(db: DatabaseSync) {
  const { query } = statementsOf(db);
  const state = query<{ number: number; version: number }>(
    'SELECT number, version FROM households WHERE id = ?',
  );
  const people = query<ChangeRow>(`
     SELECT path, version, body FROM people WHERE household = ? AND path > ? AND body IS NOT NULL
     ORDER BY path ${LIMIT_GIVEN}`);
  const open = query<ChangeRow & { number: number }>(`
     SELECT number, path, version, body FROM visits WHERE number IN (
       SELECT number FROM visits INDEXED BY visits_open WHERE household = ? AND open = 1 AND number > ?
       ORDER BY number ${LIMIT_GIVEN}) ORDER BY number`);
  return (household: string, after: string | undefined, limit: number): PeoplePage => {
    const { number, version } = state.get(household) ?? { number: 0, version: 0 };
    const first = after?.startsWith(OPEN_VISITS)
      ? { page: [], next: undefined }
      : takePage(people.each(number, after ?? '', limit + 1), limit);
    const changes = first.page.map(changeOf);
    if (first.next) return { changes, cursor: version, next: first.page.at(-1)?.path ?? null };
    const mark = after?.startsWith(OPEN_VISITS) ? Number(after.slice(OPEN_VISITS.length)) || 0 : 0;
    const rest = limit - changes.length;
    const { page, next } = takePage(open.each(number, mark, rest + 1), rest);
    const last = page.at(-1)?.number ?? mark;
    changes.push(...page.map(changeOf));
    return { changes, cursor: version, next: next ? `${OPEN_VISITS}${last}` : null };
  };
}

/** Text that sorts after every ISO time and every path. */
const NEWEST: HistoryMark = { start: '~', path: '~' };

/** Prepares a page of closed visits, newest first. */
function visitsReader(db: DatabaseSync) {
  const { query } = statementsOf(db);
  const numberOf = numberReader(db);
  const page = query<ChangeRow & { start: string }>(`
     SELECT path, version, body, start FROM visits INDEXED BY visits_past
     WHERE household = ?1 AND open = 0 AND start <= ?2 AND (start, path) < (?2, ?3)
     ORDER BY start DESC, path DESC LIMIT 0 + ?4`);
  return (household: string, before: HistoryMark = NEWEST, limit: number) => {
    const rows = takePage(page.each(numberOf(household), before.start, before.path, limit + 1), limit);
    const last = rows.next && rows.page.at(-1);
    return { changes: rows.page.map(changeOf), next: last ? { start: last.start, path: last.path } : null };
  };
}

/**
 * The store's calls that read a household's documents, a page at a time. They share the connection that writes: the cache of
 * another would be void at each commit.
 */
export function feedCalls(
  db: DatabaseSync,
  group: GroupCommit,
): Pick<FeedStore, 'changes' | 'people' | 'visits'> {
  const shown = withoutRemoved(db);
  return {
    changes: group.reading(shown(feedReader(db))),
    people: group.reading(shown(peopleReader(db))),
    visits: group.reading(shown(visitsReader(db))),
  };
}
