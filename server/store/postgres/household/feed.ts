import type { Id } from '#domain/ids.ts';
import type { Change, HistoryMark } from '#domain/protocol/sync.ts';
import { type ChangeRow, changeOf } from '../../change-row.ts';
import type { FeedPage } from '../../ports/feed.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

/** A document with the version of its household, read in one statement so that they agree. */
type VersionedRow = { standing: number; floor?: number } & ({ path: null } | ChangeRow);

const changedAfter = statement<VersionedRow>(
  'changes',
  `SELECT h.version AS standing, h.floor, d.path, d.version, d.body FROM households h
   LEFT JOIN LATERAL (
     SELECT path, version, body FROM documents WHERE household = h.id AND version > $2
     ORDER BY version FETCH FIRST ($3) ROWS WITH TIES
   ) d ON TRUE
   WHERE h.id = $1 ORDER BY d.version, d.path`,
);

/** Reads a page of the feed: the documents changed after a version, whole versions only. */
export async function changes(
  connections: Connections,
  household: Id,
  after: number,
  limit: number,
): Promise<FeedPage> {
  const rows = await connections.query(changedAfter, household, after, limit + 1);
  const { standing = 0, floor = 0 } = rows[0] ?? {};
  if (after < floor) return { changes: [], cursor: standing, more: false, cursorExpired: true };
  const found = rows.filter(isDocument);
  const next = found[limit]?.version;
  if (next === undefined) return { changes: found.map(changeOf), cursor: standing, more: false };
  const whole = found.filter(({ version }) => version < next);
  // A version larger than a page is sent whole, in a page of its own.
  const sent = whole.length > 0 ? whole : found;
  const cursor = sent.at(-1)?.version ?? standing;
  return { changes: sent.map(changeOf), cursor, more: cursor < standing };
}

function isDocument(row: VersionedRow): row is { standing: number } & ChangeRow {
  return row.path !== null;
}

const present = statement<VersionedRow>(
  'people',
  `SELECT h.version AS standing, d.path, d.version, d.body FROM households h
   LEFT JOIN documents d ON d.household = h.id AND d.open IS NOT FALSE
   WHERE h.id = $1 ORDER BY d.path`,
);

/** Reads the first part of a snapshot: everything but closed visits and tombstones. */
export async function people(
  connections: Connections,
  household: Id,
): Promise<{ changes: Change[]; cursor: number }> {
  const rows = await connections.query(present, household);
  return { changes: rows.filter(isDocument).map(changeOf), cursor: rows[0]?.standing ?? 0 };
}

/** Text that sorts after every ISO time and every path. */
const NEWEST: HistoryMark = { start: '~', path: '~' };

const closedBefore = statement<ChangeRow & { start: string }>(
  'visits',
  `SELECT path, version, body, start FROM documents WHERE household = $1 AND NOT open AND (start, path) < ($2, $3)
   ORDER BY start DESC, path DESC LIMIT $4`,
);

/** Reads a page of closed visits, newest first. */
export async function visits(
  connections: Connections,
  household: Id,
  { start, path }: HistoryMark = NEWEST,
  limit: number,
): Promise<{ changes: Change[]; next: HistoryMark | null }> {
  // The mark comes from the phone, and PostgreSQL takes no NUL in a text; the next character sorts next to it.
  const sortable = path.replaceAll('\0', '\u0001');
  const rows = await connections.query(closedBefore, household, start, sortable, limit + 1);
  const last = rows[limit - 1];
  const next = rows.length > limit && last ? { start: last.start, path: last.path } : null;
  return { changes: rows.slice(0, limit).map(changeOf), next };
}
