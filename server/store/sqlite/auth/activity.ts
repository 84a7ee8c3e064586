import type { DatabaseSync } from 'node:sqlite';
import type { ActivityEntry, ListedActivity } from '../../ports/activity.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** Prepares the calls that write the activity of accounts, and the secrets of the installation. */
export function activityWriter(db: DatabaseSync) {
  const add = write(
    db,
    `INSERT INTO activity (uid, key, at, times, body, expires_at) SELECT ?1, ?2, ?3, ?4, ?5, ?6
     WHERE EXISTS (SELECT 1 FROM accounts WHERE uid = ?1)
     ON CONFLICT (uid, key) DO UPDATE SET at = max(at, excluded.at), times = times + excluded.times,
       expires_at = max(expires_at, excluded.expires_at)`,
  );
  const trim = write(
    db,
    `DELETE FROM activity WHERE uid = ?1 AND key NOT IN
       (SELECT key FROM activity WHERE uid = ?1 ORDER BY at DESC, key ${LIMIT_GIVEN.replace('?', '?2')})`,
  );
  const addSecret = write(db, 'INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const secret = query<{ value: string }>(db, 'SELECT value FROM secrets WHERE name = ?');
  return {
    addActivity(entries: readonly ActivityEntry[], keep: number): void {
      for (const { uid, key, at, times, body, expiresAt } of entries)
        add(uid, key, at, times, body, expiresAt);
      for (const uid of new Set(entries.map(({ uid }) => uid))) trim(uid, keep);
    },
    secret(name: string, fresh: string): string {
      addSecret(name, fresh);
      return secret.get(name)?.value ?? fresh;
    },
  };
}

/** Prepares the list of an account's activity. */
export function activityReader(db: DatabaseSync) {
  const list = query<ListedActivity>(
    db,
    'SELECT body, at, times FROM activity WHERE uid = ? AND expires_at > ? ORDER BY at DESC, key',
  );
  return { activityOf: (uid: string, now: string) => list.all(uid, now) };
}
