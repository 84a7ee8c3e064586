import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { CHANGES_PER_PAGE, type Change, type HistoryMark } from '#domain/protocol/sync.ts';
import type { Restored } from '../ports/retention.ts';
import { type Database, sql } from '../shared/queries.ts';
import { visitKey } from '../sharing/visit-links.ts';
import { NUMBER, VISIT_PATH } from './stored-rows.ts';

/**
 * Reads committed data. A page ends after `limit` documents, or with the one that brings it to PAGE_LENGTH.
 */
export interface FeedStore {
  /** The history that versions belong to; a restored backup starts another. */
  epoch(): Id;
  /** However long ago. */
  restored(): Restored | undefined;
  /**
   * Oldest change first, never splitting a version. The last cursor is the household's version: below
   * `after`, a backup was restored.
   */
  changes(household: Id, after: number, limit: number): Promise<FeedPage>;
  /** Omits unknown households. */
  versions(households: readonly Id[]): Promise<Map<Id, number>>;
  /**
   * Omits closed visits. Read the feed from the first page's version: it has what changed between pages. A
   * mark fits this store alone.
   */
  people(household: Id, after: string | undefined, limit: number): Promise<PeoplePage>;
  /** Newest first; `next` is null on the last page. */
  visits(
    household: Id,
    before: HistoryMark | undefined,
    limit: number,
  ): Promise<{ changes: Change[]; next: HistoryMark | null }>;
  /**
   * Calls soon after a change by any process; returns the unsubscribe function. It may come late, twice or
   * never, so poll `versions` too.
   */
  onChange(listener: (household: Id) => void): () => void;
}

interface PeoplePage {
  changes: Change[];
  cursor: number;
  next: string | null;
}

interface FeedPage {
  changes: Change[];
  cursor: number;
  more: boolean;
  /** Tombstones after the cursor were purged: only a snapshot shows what remains. */
  cursorExpired?: true;
}

/** In characters; the document that reaches it ends the page. */
export const PAGE_LENGTH = 512 * 1024;

/** Reads one row more, to know if another page follows. */
function takePage<Row extends { body: string | null }>(
  rows: Iterable<Row>,
  limit: number,
): { page: Row[]; next: Row | undefined } {
  const page: Row[] = [];
  let length = 0;
  for (const row of rows) {
    if (page.length >= limit || length >= PAGE_LENGTH) return { page, next: row };
    page.push(row);
    length += row.body?.length ?? 0;
  }
  return { page, next: undefined };
}

/** Hide unpurged rows below a removed child. */
const IS_PERSON_SHOWN = `NOT EXISTS (SELECT 1 FROM purges WHERE purges.household = people.household
  AND people.path > purges.path || '/' AND people.path < purges.path || '0')`;
const IS_VISIT_SHOWN = `'children/' || child NOT IN (SELECT path FROM purges WHERE household = ${NUMBER})`;

/** Up to the row after the one that brings a page to PAGE_LENGTH, which `takePage` cuts off. */
const pageOf = (rows: string, order: string) => `(SELECT * FROM (
  SELECT *, coalesce(sum(length(body)) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING), 0) AS before
  FROM (${rows}) AS found) AS measured WHERE before < ${PAGE_LENGTH}) AS d`;

/** In the statement that reads the household's version, so that both agree. */
/** A null body is a tombstone. */
interface ChangeRow {
  path: string;
  version: number;
  body: string | null;
}

function changeOf({ path, version, body }: ChangeRow): Change {
  return body === null ? { path, version } : { path, version, document: JSON.parse(body) };
}

type PageRow = Partial<ChangeRow> & { standing: number; floor: number };

const ofHousehold = (page: string) =>
  `SELECT households.version AS standing, floor, d.path, d.version, d.body
   FROM households LEFT JOIN ${page} ON TRUE WHERE households.id = $1`;

const peopleWith = (condition: string) =>
  `SELECT path, version, body FROM people WHERE household = ${NUMBER} AND ${condition} AND ${IS_PERSON_SHOWN}`;
const visitsWith = (condition: string, index: string) =>
  `SELECT ${VISIT_PATH} AS path, version, body FROM visits /*+ INDEXED BY ${index} */
   WHERE household = ${NUMBER} AND ${condition} AND ${IS_VISIT_SHOWN}`;

/** Nearly all reads find fewer rows, and to order and measure a page costs twice as much. */
const FEW = 50;
const someOf = (people: string, visits: string) =>
  sql<PageRow>(ofHousehold(`(${people} UNION ALL ${visits} LIMIT ${FEW}) AS d`));
const pagesOf = (rows: string, order: string) =>
  sql<PageRow>(ofHousehold(pageOf(`${rows} ORDER BY ${order} LIMIT 0 + $3`, order)));

// People are few and lie together: a scan costs less than an index of their versions.
const peopleAfter = peopleWith('version > $2');
const visitsAfter = visitsWith('version > $2', 'visits_by_version');
const changedSome = someOf(peopleAfter, visitsAfter);
const changedPage = pagesOf(
  `${peopleAfter} UNION ALL SELECT * FROM (${visitsAfter} ORDER BY version LIMIT 0 + $3) AS changed`,
  'version, path',
);
/** Bounded by what one op or one step of the purge writes. */
const changedAt = sql<ChangeRow>(
  `${peopleWith('version = $2')} UNION ALL ${visitsWith('version = $2', 'visits_by_version')} ORDER BY path`,
);

const [people, open] = [
  peopleWith('body IS NOT NULL AND path > $2'),
  visitsWith(`open = 1 AND ${VISIT_PATH} > $2`, 'visits_open'),
];
const presentSome = someOf(people, open);
const presentPage = pagesOf(`${people} UNION ALL ${open}`, 'path');

const NEWEST_FIRST = 'start DESC, child DESC, id DESC';
const past = sql<ChangeRow & { start: string }>(
  `SELECT path, version, body, start FROM ${pageOf(
    `SELECT ${VISIT_PATH} AS path, version, body, start, child, id FROM visits /*+ INDEXED BY visits_past */
   WHERE household = ${NUMBER} AND open = 0 AND start <= $2 AND (start, child, id) < ($2, $3, $4) AND ${IS_VISIT_SHOWN}
   ORDER BY ${NEWEST_FIRST} LIMIT 0 + $5`,
    NEWEST_FIRST,
  )} ORDER BY ${NEWEST_FIRST}`,
);

function byPath(a: ChangeRow, b: ChangeRow): number {
  return a.path < b.path ? -1 : 1;
}

function byVersion(a: ChangeRow, b: ChangeRow): number {
  return a.version - b.version || byPath(a, b);
}

/** Sorts after every ISO time and every id. */
const LAST = '~';

/** A mark comes from a phone, and PostgreSQL refuses NUL; the next character sorts beside it. */
function sortable(text: string): string {
  return text.replaceAll('\0', '\u0001');
}

function isDocument(row: PageRow): row is PageRow & ChangeRow {
  return row.path != null;
}

export function feedCalls(database: Database) {
  return {
    async changes(household, after, limit) {
      const few = await database.all(changedSome, household, after);
      const rows = few.length < FEW ? few : await database.all(changedPage, household, after, limit + 1);
      const { standing = 0, floor = 0 } = rows[0] ?? {};
      if (after < floor) return { changes: [], cursor: standing, more: false, cursorExpired: true };
      const { page, next } = takePage(rows.filter(isDocument).toSorted(byVersion), limit);
      if (!next) return { changes: page.map(changeOf), cursor: standing, more: false };
      const whole = page.filter(({ version }) => version < next.version);
      // A version larger than a page gets a page of its own.
      const sent = whole.length > 0 ? whole : await database.all(changedAt, household, next.version);
      const cursor = whole.at(-1)?.version ?? next.version;
      return { changes: sent.map(changeOf), cursor, more: cursor < standing };
    },
    async people(household, after = '', limit) {
      const mark = sortable(after);
      const few = await database.all(presentSome, household, mark);
      const rows = few.length < FEW ? few : await database.all(presentPage, household, mark, limit + 1);
      const { page, next } = takePage(rows.filter(isDocument).toSorted(byPath), limit);
      const last = next ? (page.at(-1)?.path ?? null) : null;
      return { changes: page.map(changeOf), cursor: rows[0]?.standing ?? 0, next: last };
    },
    async visits(household, before: HistoryMark | undefined, limit) {
      const { child, id } = before ? visitKey(before.path as Path) : { child: LAST, id: LAST };
      const marks = [before?.start ?? LAST, child, id].map(sortable);
      const { page, next } = takePage(await database.all(past, household, ...marks, limit + 1), limit);
      const last = next && page.at(-1);
      return { changes: page.map(changeOf), next: last ? { start: last.start, path: last.path } : null };
    },
  } satisfies Partial<FeedStore>;
}

/** Omits the closed visits. */
export async function* peoplePages(
  store: Pick<FeedStore, 'people'>,
  household: Id,
): AsyncGenerator<readonly Change[]> {
  let after: string | null | undefined;
  while (after !== null) {
    const { changes, next }: Awaited<ReturnType<FeedStore['people']>> = await store.people(
      household,
      after,
      CHANGES_PER_PAGE,
    );
    yield changes;
    after = next;
    // A store in this process answers in the same turn; let others run.
    await nextTurn();
  }
}
