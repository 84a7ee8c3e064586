import type { HistoryMark } from '#domain/protocol/sync.ts';
import type { FeedStore } from '../../ports/feed.ts';
import { PAGE_LENGTH } from '../../shared/pages.ts';
import { sql } from '../../shared/queries.ts';
import { type ChangeRow, changeOf } from '../../shared/rows.ts';
import type { Connections } from '../connection/connections.ts';

/** A document with the version of its household, read in one statement so that they agree. */
type VersionedRow = { standing: number; floor?: number } & ({ path: null } | (ChangeRow & Counted));

/** The number of rows found; more than are returned if these reached PAGE_LENGTH. */
interface Counted {
  found: number;
}

/** Selects the rows of a subquery that begin before a page has its length, in this order. Bytes bound the characters. */
const upToLength = (columns: string, order: string, rows: string, length: string, frame = 'ROWS') =>
  `SELECT ${columns}, found FROM (
     SELECT *, count(*) OVER ()::int AS found, coalesce(sum(octet_length(body)) OVER (ORDER BY ${order}
       ${frame} BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM (${rows}) found) AS measured
   WHERE before < ${length}`;

/** True of a document that is not below a removed child, of which rows may be left to purge. */
const IS_SHOWN = `(path ^@ ANY (ARRAY(SELECT path || '/' FROM purges WHERE household = $1))) IS NOT TRUE`;

// The documents changed after a version, oldest change first.
const changedAfter = sql<VersionedRow>(`
   SELECT h.version AS standing, h.floor, d.path, d.version, d.body, d.found FROM households h
   LEFT JOIN LATERAL (
     ${upToLength(
       'path, version, body',
       'version',
       `SELECT path, version, body FROM documents WHERE household = h.id AND version > $2 AND ${IS_SHOWN}
        ORDER BY version FETCH FIRST ($3) ROWS WITH TIES`,
       '$4',
       'RANGE',
     )}
   ) d ON TRUE
   WHERE h.id = $1 ORDER BY d.version, d.path`);

function isDocument(row: VersionedRow): row is { standing: number } & ChangeRow & Counted {
  return row.path !== null;
}

/** True if rows were left out because of the length of these. */
function isCut(rows: readonly Counted[]): boolean {
  return (rows[0]?.found ?? 0) > rows.length;
}

// Everything but closed visits and tombstones. OFFSET 0 keeps to the index of those present: by their paths the planner would pass all closed visits.
const present = sql<VersionedRow>(`
   SELECT h.version AS standing, d.path, d.version, d.body, d.found FROM households h
   LEFT JOIN LATERAL (
     ${upToLength(
       'path, version, body',
       'path',
       `SELECT * FROM (
          SELECT path, version, body FROM documents WHERE household = h.id AND open IS NOT FALSE AND path > $2 AND ${IS_SHOWN} OFFSET 0
        ) AS all_present ORDER BY path LIMIT $3`,
       '$4',
     )}
   ) d ON TRUE
   WHERE h.id = $1 ORDER BY d.path`);

/** A mark comes from the phone, and PostgreSQL takes no NUL in a text; the next character sorts next to it. */
function sortable(path: string): string {
  return path.replaceAll('\0', '\u0001');
}

/** Text that sorts after every ISO time and every path. */
const NEWEST: HistoryMark = { start: '~', path: '~' };

// Closed visits, newest first.
const closedBefore = sql<ChangeRow & Counted & { start: string }>(`
   ${upToLength(
     'path, version, body, start',
     'start DESC, path DESC',
     `SELECT path, version, body, start FROM documents WHERE household = $1 AND NOT open AND (start, path) < ($2, $3) AND ${IS_SHOWN}
     ORDER BY start DESC, path DESC LIMIT $4`,
     '$5',
   )} ORDER BY start DESC, path DESC`);

/** The store's calls that read a household's documents, a page at a time. */
export function feedCalls(connections: Connections): Pick<FeedStore, 'changes' | 'people' | 'visits'> {
  return {
    async changes(household, after, limit) {
      const rows = await connections.query(changedAfter, household, after, limit + 1, PAGE_LENGTH);
      const { standing = 0, floor = 0 } = rows[0] ?? {};
      if (after < floor) return { changes: [], cursor: standing, more: false, cursorExpired: true };
      const found = rows.filter(isDocument);
      const next = found[limit]?.version;
      if (next === undefined && !isCut(found))
        return { changes: found.map(changeOf), cursor: standing, more: false };
      const whole = found.filter(({ version }) => next === undefined || version < next);
      // A version larger than a page is sent whole, in a page of its own.
      const sent = whole.length > 0 ? whole : found;
      const cursor = sent.at(-1)?.version ?? standing;
      return { changes: sent.map(changeOf), cursor, more: cursor < standing };
    },
    async people(household, after = '', limit) {
      const rows = await connections.query(present, household, sortable(after), limit + 1, PAGE_LENGTH);
      const found = rows.filter(isDocument);
      const page = found.slice(0, limit);
      const isMore = found.length > limit || isCut(found);
      const next = isMore ? (page.at(-1)?.path ?? null) : null;
      return { changes: page.map(changeOf), cursor: rows[0]?.standing ?? 0, next };
    },
    async visits(household, { start, path } = NEWEST, limit) {
      const values = [household, start, sortable(path), limit + 1, PAGE_LENGTH] as const;
      const rows = await connections.query(closedBefore, ...values);
      const page = rows.slice(0, limit);
      const last = rows.length > limit || isCut(rows) ? page.at(-1) : undefined;
      return { changes: page.map(changeOf), next: last ? { start: last.start, path: last.path } : null };
    },
  };
}
