import type { Id } from '#domain/ids.ts';
import { type Database, sql } from '../shared/queries.ts';

/** By its session's token hash. */
export interface PushSubscription {
  session: string;
  /** At its push service; a capability. */
  endpoint: string;
  /** The browser's public key and authentication secret, base64url. */
  p256dh: string;
  auth: string;
  /** For another parent's taps too. */
  taps: boolean;
  since: string;
  handedAt: string | null;
  failure: string | null;
}

const deviceOf = sql<Omit<PushSubscription, 'taps'> & { taps: number }>(`
  SELECT session, endpoint, p256dh, auth, taps, since, handed_at AS "handedAt", failure FROM push_devices WHERE session = $1`);
// Account before session, as the end of a session locks them.
const lockOwner = sql<{ uid: Id }>(
  'SELECT uid FROM accounts WHERE uid = (SELECT uid FROM sessions WHERE token_hash = $1) FOR KEY SHARE',
);
const lockSession = sql<{ id: Id }>('SELECT id FROM sessions WHERE token_hash = $1 FOR KEY SHARE');
const findOther = sql('SELECT 1 FROM push_devices WHERE endpoint = $1 AND session <> $2');
const forgetOther = sql(
  'DELETE FROM push_devices WHERE endpoint = $1 AND session <> $2 AND p256dh = $3 AND auth = $4',
);
const putDevice = sql(`
  INSERT INTO push_devices (session, endpoint, p256dh, auth, taps, since) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (session) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
    taps = excluded.taps, since = CASE WHEN push_devices.endpoint = excluded.endpoint THEN push_devices.since ELSE excluded.since END,
    handed_at = CASE WHEN push_devices.endpoint = excluded.endpoint THEN push_devices.handed_at END, failure = NULL`);
const forget = sql("DELETE FROM push_devices WHERE session = $1 AND ($2 = '' OR endpoint = $2)");
const handed = sql('UPDATE push_devices SET handed_at = $2, failure = NULL WHERE endpoint = $1');
const refused = sql('UPDATE push_devices SET failure = $2 WHERE endpoint = $1');

export function pushDeviceCalls(database: Database) {
  return {
    pushDevice: async (session: string): Promise<PushSubscription | undefined> => {
      const row = await database.one(deviceOf, session);
      return row && { ...row, taps: row.taps === 1 };
    },
    /**
     * Replaces the session's device, and another one's with the same endpoint and keys. 'taken': that has other
     * keys.
     */
    putPushDevice: (device: Omit<PushSubscription, 'handedAt' | 'failure'>) => {
      const { session, endpoint, p256dh, auth, taps, since } = device;
      // By endpoint, so that two sessions that name it wait for each other.
      return database.transaction(endpoint, async (queries) => {
        await queries.one(lockOwner, session);
        if (!(await queries.one(lockSession, session))) return 'no-session';
        await queries.run(forgetOther, endpoint, session, p256dh, auth);
        // An endpoint alone, without its browser's keys, takes no device over.
        if (await queries.one(findOther, endpoint, session)) return 'taken';
        await queries.run(putDevice, session, endpoint, p256dh, auth, Number(taps), since);
        return 'put';
      });
    },
    /** With `endpoint`, only if that is still the session's. */
    removePushDevice: async (session: string, endpoint = '') =>
      void (await database.run(forget, session, endpoint)),
    markPushDevice: async (endpoint: string, result: { handedAt: string } | { failure: string }) =>
      void ('handedAt' in result
        ? await database.run(handed, endpoint, result.handedAt)
        : await database.run(refused, endpoint, result.failure)),
  };
}
