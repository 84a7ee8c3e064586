import type { ActivityEntry, ListedActivity } from '../../ports/activity.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

// In the order of the keys, so that two servers lock rows in the same one; the accounts' locks wait for a deletion.
const add = statement(
  'add-activity',
  `WITH given AS (
     SELECT * FROM json_to_recordset($1) AS r (uid text, key text, at text, times integer, body text, "expiresAt" text)
   ), present AS MATERIALIZED (
     SELECT uid FROM accounts WHERE uid IN (SELECT uid FROM given) ORDER BY uid FOR KEY SHARE
   )
   INSERT INTO activity (uid, key, at, times, body, expires_at)
     SELECT uid, key, at, times, body, "expiresAt" FROM given WHERE uid IN (SELECT uid FROM present) ORDER BY uid, key
   ON CONFLICT (uid, key) DO UPDATE SET at = greatest(activity.at, excluded.at),
     times = activity.times + excluded.times, expires_at = greatest(activity.expires_at, excluded.expires_at)`,
);
const trim = statement(
  'trim-activity',
  `DELETE FROM activity a USING (
     SELECT uid, key, row_number() OVER (PARTITION BY uid ORDER BY at DESC, key) AS place FROM activity WHERE uid = ANY ($1)
   ) AS placed WHERE a.uid = placed.uid AND a.key = placed.key AND place > $2`,
);
const list = statement<ListedActivity>(
  'activity-of',
  'SELECT body, at, times FROM activity WHERE uid = $1 AND expires_at > $2 ORDER BY at DESC, key',
);
const addSecret = statement(
  'add-secret',
  'INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);
const findSecret = statement<{ value: string }>('secret', 'SELECT value FROM secrets WHERE name = $1');

/** The store's calls for the activity of accounts, and the secrets of the installation. */
export function activityCalls(connections: Connections) {
  return {
    async addActivity(entries: readonly ActivityEntry[], keep: number): Promise<void> {
      if (entries.length === 0) return;
      await connections.query(add, JSON.stringify(entries));
      await connections.query(trim, [...new Set(entries.map(({ uid }) => uid))], keep);
    },
    activityOf: (uid: string, now: string) => connections.query(list, uid, now),
    async secret(name: string, fresh: string): Promise<string> {
      await connections.query(addSecret, name, fresh);
      return (await connections.query(findSecret, name))[0]?.value ?? fresh;
    },
  };
}
