import type { DatabaseSync } from 'node:sqlite';
import type { Change, HistoryMark } from '#domain/protocol/sync.ts';
import { type ChangeRow, changeOf } from '../../change-row.ts';
import type { FeedPage } from '../../ports/feed.ts';
import { LIMIT_GIVEN, query } from '../connection/connection.ts';
import { numberReader } from './household-row.ts';

/** Prepares a page of the feed: the documents changed after a version, whole versions only. */
export function feedReader(db: DatabaseSync): (household: string, after: number, limit: number) => FeedPage {
  const page = changeReader(db);
  const state = query<{ number: number; version: number; floor: number }>(
    db,
    'SELECT number, version, floor FROM households WHERE id = ?',
  );
  return (household, after, limit) => {
    const { number, version, floor } = state.get(household) ?? { number: 0, version: 0, floor: 0 };
    if (after < floor) return { changes: [], cursor: version, more: false, cursorExpired: true };
    const rows = page(number, after, version, limit + 1);
    const next = rows[limit]?.version;
    if (next === undefined) return { changes: rows.map(changeOf), cursor: version, more: false };
    const whole = rows.filter((row) => row.version < next);
    // A version larger than a page is sent whole, in a page of its own.
    const sent = whole.length > 0 ? whole : page(number, next - 1, next);
    const cursor = sent.at(-1)?.version ?? version;
    return { changes: sent.map(changeOf), cursor, more: cursor < version };
  };
}

/** Prepares the documents changed after one version and up to another, oldest change first, at most `limit`. */
function changeReader(db: DatabaseSync) {
  const of = (table: string) =>
    query<ChangeRow>(
      db,
      `SELECT path, version, body FROM ${table} WHERE household = ? AND version > ? AND version <= ?
       ORDER BY version, path ${LIMIT_GIVEN}`,
    );
  // A household's people are few and lie together: to scan them costs less than to keep an index of their versions.
  const [people, visits] = [of('people'), of('visits INDEXED BY visits_by_version')];
  return (household: number, after: number, upTo: number, limit = Number.MAX_SAFE_INTEGER): ChangeRow[] =>
    [...people.all(household, after, upTo, limit), ...visits.all(household, after, upTo, limit)]
      .toSorted((a, b) => a.version - b.version || (a.path < b.path ? -1 : 1))
      .slice(0, limit);
}

/** Prepares the first part of a snapshot: everything but closed visits and tombstones. */
export function peopleReader(db: DatabaseSync): (household: string) => { changes: Change[]; cursor: number } {
  const state = query<{ number: number; version: number }>(
    db,
    'SELECT number, version FROM households WHERE id = ?',
  );
  const people = query<ChangeRow>(
    db,
    'SELECT path, version, body FROM people WHERE household = ? AND body IS NOT NULL',
  );
  const open = query<ChangeRow>(
    db,
    'SELECT path, version, body FROM visits INDEXED BY visits_open WHERE household = ? AND open = 1',
  );
  return (household) => {
    const { number, version } = state.get(household) ?? { number: 0, version: 0 };
    const rows = [...people.all(number), ...open.all(number)].toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return { cursor: version, changes: rows.map(changeOf) };
  };
}

/** Text that sorts after every ISO time and every path. */
const NEWEST: HistoryMark = { start: '~', path: '~' };

/** Prepares a page of closed visits, newest first. */
export function visitsReader(db: DatabaseSync) {
  const numberOf = numberReader(db);
  const page = query<ChangeRow & { start: string }>(
    db,
    `SELECT path, version, body, start FROM visits INDEXED BY visits_past
     WHERE household = ?1 AND open = 0 AND start <= ?2 AND (start, path) < (?2, ?3)
     ORDER BY start DESC, path DESC LIMIT 0 + ?4`,
  );
  return (household: string, before: HistoryMark = NEWEST, limit: number) => {
    const rows = page.all(numberOf(household), before.start, before.path, limit + 1);
    const last = rows[limit - 1];
    const next = rows.length > limit && last ? { start: last.start, path: last.path } : null;
    return { changes: rows.slice(0, limit).map(changeOf), next };
  };
}
