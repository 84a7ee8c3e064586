import type { Id } from '#domain/ids.ts';
import type { ActivityEntry, ListedActivity } from '../ports/accounts.ts';
import { type Database, sql } from '../shared/queries.ts';

// By key, so that servers lock rows in one order; the accounts' locks wait for a deletion.
const add = sql(`
  WITH given AS (
    SELECT value ->> 'uid' AS uid, value ->> 'key' AS key, value ->> 'at' AS at, (value ->> 'times')::integer AS times,
      value ->> 'body' AS body, value ->> 'expiresAt' AS expires_at FROM json_array_elements($1::json)
  ), present AS MATERIALIZED (
    SELECT uid FROM accounts WHERE uid IN (SELECT uid FROM given) ORDER BY uid FOR KEY SHARE
  )
  INSERT INTO activity (uid, key, at, times, body, expires_at)
    SELECT uid, key, at, times, body, expires_at FROM given WHERE uid IN (SELECT uid FROM present) ORDER BY uid, key
  ON CONFLICT (uid, key) DO UPDATE SET at = greatest(activity.at, excluded.at),
    times = activity.times + excluded.times, expires_at = greatest(activity.expires_at, excluded.expires_at)`);
const trim = sql(`
  DELETE FROM activity WHERE (uid, key) IN (
    SELECT uid, key FROM (
      SELECT uid, key, row_number() OVER (PARTITION BY uid ORDER BY at DESC, key) AS place FROM activity WHERE uid = ANY ($1)
    ) AS placed WHERE place > $2)`);
const list = sql<ListedActivity>(
  'SELECT body, at, times FROM activity WHERE uid = $1 AND expires_at > $2 ORDER BY at DESC, key',
);
const addSecret = sql('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING');
const findSecret = sql<{ value: string }>('SELECT value FROM secrets WHERE name = $1');

const putPushKey = sql(
  "INSERT INTO secrets (name, value) VALUES ('vapid', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
);
/** Follows the 43 characters of the key. */
export const PUSH_KEY_MADE_AT = `SELECT substr(value, 45) AS "madeAt" FROM secrets WHERE name = 'vapid'`;
const forgetDevices = sql('DELETE FROM push_devices');

/** Forgets devices that subscribed with the previous key. */
export async function renewPushKey(database: Database, value: string): Promise<void> {
  await database.write(async (queries) => {
    await queries.run(putPushKey, value);
    await queries.run(forgetDevices);
  });
}

export type ActivityStore = ReturnType<typeof activityHandlers>;

/** Security events, shown to the account's owner. */
export function activityHandlers(database: Database) {
  return {
    /** Known keys add their times, deleted accounts are skipped, and each account keeps its latest `keep`. */
    addActivity: (entries: readonly ActivityEntry[], keep: number) =>
      database.write(async (queries) => {
        if (entries.length === 0) return;
        await queries.run(add, JSON.stringify(entries));
        await queries.run(trim, [...new Set(entries.map(({ uid }) => uid))], keep);
      }),
    /** Newest first, without expired ones. */
    activityOf: (uid: Id, now: string) => database.all(list, uid, now),
    /** The installation's secret of that name; the first caller's `fresh` value becomes it. */
    secret: (name: string, fresh: string) =>
      database.write(async (queries) => {
        await queries.run(addSecret, name, fresh);
        return (await queries.one(findSecret, name))?.value ?? fresh;
      }),
  };
}
