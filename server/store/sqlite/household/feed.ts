import type { DatabaseSync } from 'node:sqlite';
import type { Change, HistoryMark } from '#domain/protocol/sync.ts';
import { type ChangeRow, changeOf } from '../../change-row.ts';
import type { FeedPage } from '../../ports/feed.ts';
import { LIMIT_GIVEN, query } from '../connection/connection.ts';

/** Prepares a page of the feed: the documents changed after a version, whole versions only. */
export function feedReader(db: DatabaseSync): (household: string, after: number, limit: number) => FeedPage {
  const page = query<ChangeRow>(
    db,
    `SELECT path, version, body FROM documents INDEXED BY documents_by_version
     WHERE household = ? AND version > ? AND version <= ?
     ORDER BY version, path ${LIMIT_GIVEN}`,
  );
  const state = query<{ version: number; floor: number }>(
    db,
    'SELECT version, floor FROM households WHERE id = ?',
  );
  return (household, after, limit) => {
    const { version, floor } = state.get(household) ?? { version: 0, floor: 0 };
    if (after < floor) return { changes: [], cursor: version, more: false, cursorExpired: true };
    const rows = page.all(household, after, version, limit + 1);
    const next = rows[limit]?.version;
    if (next === undefined) return { changes: rows.map(changeOf), cursor: version, more: false };
    const whole = rows.filter((row) => row.version < next);
    // A version larger than a page is sent whole, in a page of its own.
    const sent = whole.length > 0 ? whole : page.all(household, next - 1, next, -1);
    const cursor = sent.at(-1)?.version ?? version;
    return { changes: sent.map(changeOf), cursor, more: cursor < version };
  };
}

function householdVersion(db: DatabaseSync): (household: string) => number {
  const version = query<{ version: number }>(db, 'SELECT version FROM households WHERE id = ?');
  return (household) => version.get(household)?.version ?? 0;
}

/** Prepares the first part of a snapshot: everything but closed visits and tombstones. */
export function peopleReader(db: DatabaseSync): (household: string) => { changes: Change[]; cursor: number } {
  const versionOf = householdVersion(db);
  const present = query<ChangeRow>(
    db,
    `SELECT path, version, body FROM documents INDEXED BY documents_present
     WHERE household = ? AND open IS NOT 0 ORDER BY path`,
  );
  return (household) => {
    // One transaction, so that documents and version agree.
    db.exec('BEGIN');
    try {
      return { cursor: versionOf(household), changes: present.all(household).map(changeOf) };
    } finally {
      db.exec('COMMIT');
    }
  };
}

/** Text that sorts after every ISO time and every path. */
const NEWEST: HistoryMark = { start: '~', path: '~' };

/** Prepares a page of closed visits, newest first. */
export function visitsReader(db: DatabaseSync) {
  const page = query<ChangeRow & { start: string }>(
    db,
    `SELECT path, version, body, start FROM documents INDEXED BY visits_closed
     WHERE household = ? AND open = 0 AND (start, path) < (?, ?)
     ORDER BY start DESC, path DESC ${LIMIT_GIVEN}`,
  );
  return (household: string, before: HistoryMark = NEWEST, limit: number) => {
    const rows = page.all(household, before.start, before.path, limit + 1);
    const last = rows[limit - 1];
    const next = rows.length > limit && last ? { start: last.start, path: last.path } : null;
    return { changes: rows.slice(0, limit).map(changeOf), next };
  };
}
