import type { Alert, AlertedTap } from '#domain/alerts.ts';
import type { Child, Friend, Guest, Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childOf, documentId, type Path, visitPath } from '#domain/paths.ts';
import type { AlertStore, PushDevice, TakenAlert, Told, ToldDevice } from '../ports/alerts.ts';
import type { FollowRow } from '../ports/followers.ts';
import type { Batch } from '../ports/households.ts';
import { type Database, sql } from './queries.ts';
import { profilesOf, sqliteProfilesOf } from './rows.ts';

const PUT = `ON CONFLICT (household, about, kind) DO UPDATE SET due_at = excluded.due_at, attempts = 0, body = excluded.body`;

/** Puts an alert of a household, by its key there, which is its number in SQLite. */
export const PUT_ALERT = `INSERT INTO alerts (household, about, kind, due_at, body) VALUES (?, ?, ?, ?, ?) ${PUT}`;

/** Puts the alerts of many households, which are its one value as JSON. */
export const putAlerts = sql(`
  INSERT INTO alerts (household, about, kind, due_at, body)
  SELECT household, about, kind, "dueAt", body
  FROM json_to_recordset($1) AS a (household text, about text, kind text, "dueAt" text, body text) ${PUT}`);

/** An alert's row but for its household. */
export interface AlertRow {
  about: Path | Id;
  kind: string;
  dueAt: string;
  body: string;
}

/** Returns the rows of a request's alerts, of each path and kind the last. */
export function alertRows({ alerts = [] }: Pick<Batch, 'alerts'>): AlertRow[] {
  const rows = alerts.map(rowOf);
  return [...new Map(rows.map((row) => [`${row.kind} ${row.about}`, row])).values()];
}

function rowOf({ about, kind, ...rest }: Alert): AlertRow {
  return { about, kind, dueAt: rest.at, body: JSON.stringify(rest) };
}

const ONE_WANTS = `(SELECT count(*) FROM (
  SELECT 1 FROM accounts a JOIN sessions s ON s.uid = a.uid JOIN push_devices d ON d.session = s.token_hash
  WHERE a.household = $1 AND a.uid <> $2 AND d.taps = 1 LIMIT 1) AS wanting)`;
// One read for both: a tap of a family that nobody follows costs as much as before.
const wanting = sql<{ own: number; followers: string }>(
  `SELECT ${ONE_WANTS} AS own,
     (SELECT coalesce(json_agg(json_build_object('home', home, 'id', id)), '[]')::text FROM followers
      WHERE host = $1 AND visitor = $3 AND agreed_at IS NOT NULL) AS followers`,
  `SELECT ${ONE_WANTS} AS own,
     (SELECT json_group_array(json_object('home', home.id, 'id', f.id))
      FROM households host CROSS JOIN followers f CROSS JOIN households home
      WHERE host.id = $1 AND f.host = host.number AND f.visitor = $3 AND f.agreed_at IS NOT NULL AND home.number = f.home) AS followers`,
);
const putOfTap = (household: string, lock = '') => `
  INSERT INTO alerts (household, about, kind, due_at, body) SELECT ${household}, $2, $3, $4, $5 FROM households h
  WHERE h.id = $1 ${lock} ${PUT}`;
// One that is being deleted is waited for, and then not there: a home that goes fails no notice of its host.
const putTap = sql(putOfTap('h.id', 'FOR KEY SHARE'), putOfTap('h.number'));

const due = sql<{ one: number }>('SELECT 1 AS one FROM alerts WHERE due_at <= $1 LIMIT 1');
// SKIP LOCKED: alerts that another instance is taking are skipped.
const takeDue = (household: string) => `
  WITH due AS MATERIALIZED (
    SELECT household, about, kind, due_at FROM alerts WHERE due_at <= $1 AND ${household} <> ALL ($4)
    ORDER BY due_at LIMIT 0 + $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE alerts SET due_at = $2, attempts = attempts + 1
  WHERE (household, about, kind) IN (
    SELECT household, about, kind FROM (
      SELECT household, about, kind, row_number() OVER (PARTITION BY household ORDER BY due_at) AS turn FROM due
    ) AS turns WHERE turn = 1)
  RETURNING ${household} AS household, about, kind, due_at AS lease, attempts, body`;
const take = sql<TakenRow>(
  takeDue('household'),
  takeDue('(SELECT id FROM households WHERE number = alerts.household)'),
);

type TakenRow = Pick<TakenAlert, 'household' | 'attempts' | 'lease' | 'body'> & Pick<Alert, 'about' | 'kind'>;

const IS_TAKEN = (household: string) =>
  `household = ${household} AND about = $2 AND kind = $3 AND due_at = $4 AND body = $5`;
const NUMBER = '(SELECT number FROM households WHERE id = $1)';
const remove = sql(
  `DELETE FROM alerts WHERE ${IS_TAKEN('$1')}`,
  `DELETE FROM alerts WHERE ${IS_TAKEN(NUMBER)}`,
);
const PUT_OFF = 'UPDATE alerts SET due_at = $6, body = $7 WHERE';
const putOff = sql(`${PUT_OFF} ${IS_TAKEN('$1')}`, `${PUT_OFF} ${IS_TAKEN(NUMBER)}`);

/** The documents as JSON; `devices` is a list, `profiles` an object by path. */
interface ToldRow {
  visit: string | null;
  visitor: string | null;
  child: string;
  devices: string;
  profiles: string;
}

const OF_HOUSEHOLD = `FROM accounts a JOIN sessions s ON s.uid = a.uid JOIN push_devices d ON d.session = s.token_hash
  WHERE a.household = $1 AND s.expires_at > $3`;
const COLUMNS = `'session', d.session, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth, 'taps', d.taps, 'id', s.id, 'uid', a.uid`;

const DEVICES = `(SELECT coalesce(json_agg(json_build_object(${COLUMNS})), '[]')::text ${OF_HOUSEHOLD}) AS devices`;
const PROFILES = `${profilesOf('$1')} AS profiles`;
const SQLITE_DEVICES = `(SELECT json_group_array(json_object(${COLUMNS})) ${OF_HOUSEHOLD}) AS devices`;
const SQLITE_PROFILES = `${sqliteProfilesOf('h.number')} AS profiles`;

// Nothing is below a removed child, also while rows of it are left to purge.
const toldOf = sql<ToldRow>(
  `SELECT visit.body AS visit, visitor.body AS visitor, child.body AS child, ${DEVICES}, ${PROFILES}
   FROM documents child
   LEFT JOIN documents visit ON visit.household = $1 AND visit.path = $2 AND visit.start IS NOT NULL
   LEFT JOIN documents visitor ON visitor.household = $1 AND visitor.path = coalesce(visit.visitor, $2)
   WHERE child.household = $1 AND child.path = $4 AND child.body IS NOT NULL`,
  `SELECT visits.body AS visit, visitor.body AS visitor, child.body AS child, ${SQLITE_DEVICES}, ${SQLITE_PROFILES}
   FROM households h
   CROSS JOIN people AS child ON child.household = h.number AND child.path = $4 AND child.body IS NOT NULL
   LEFT JOIN visits INDEXED BY visits_by_id ON visits.household = h.number AND visits.path = $2
     AND visits.id = substr($2, instr($2, '/visits/') + 8) AND visits.body IS NOT NULL
   LEFT JOIN people AS visitor ON visitor.household = h.number AND visitor.path = coalesce(visits.visitor, $2)
   WHERE h.id = $1`,
);

/** A following with who is told of it. */
type FollowingRow = Pick<FollowRow, 'host' | 'visitor' | 'name' | 'agreedAt'> &
  Pick<ToldRow, 'devices' | 'profiles'>;

const followingOf = sql<FollowingRow>(
  `SELECT host, visitor, name, agreed_at AS "agreedAt", ${DEVICES}, ${PROFILES} FROM followers WHERE home = $1 AND id = $2`,
  `SELECT host.id AS host, f.visitor, f.name, f.agreed_at AS "agreedAt", ${SQLITE_DEVICES}, ${SQLITE_PROFILES}
   FROM households h CROSS JOIN followers f CROSS JOIN households host
   WHERE h.id = $1 AND f.home = h.number AND f.id = $2 AND host.number = f.host`,
);

const deviceOf = sql<Omit<PushDevice, 'taps'> & { taps: number }>(`
  SELECT session, endpoint, p256dh, auth, taps, since, handed_at AS "handedAt", failure FROM push_devices WHERE session = $1`);
// Locks the account before the session, as the end of a session does.
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

/** The store's calls about alerts and devices. */
export function alertCalls(database: Database): AlertStore {
  const read = async (household: Id, about: Path, now: string): Promise<Told | undefined> => {
    const row = await database.one(toldOf, household, about, now, childOf(about));
    return row && toldIn(row);
  };
  const latest = async (household: Id, visitor: Path, now: string): Promise<Told | undefined> => {
    const told = await read(household, visitor, now);
    const { visit } = told?.visitor?.latest ?? {};
    return visit === undefined ? told : read(household, visitPath(documentId(childOf(visitor)), visit), now);
  };
  return {
    putTapAlert: async (household, { about, at, tap }) => {
      // Nearly always nobody does, and a read waits for no transaction.
      const wants = await database.one(wanting, household, tap?.by ?? '', about);
      const put = async (of: Id, alert: Alert) => {
        const row = rowOf(alert);
        await database.run(putTap, of, row.about, row.kind, row.dueAt, row.body);
      };
      if (wants?.own) await put(household, { about, kind: 'tap', at, ...(tap && { tap }) });
      const { by: _by, ...seen } = tap ?? {};
      const followers = JSON.parse(wants?.followers ?? '[]') as { home: Id; id: Id }[];
      for (const { home, id } of followers)
        await put(home, { about: id, kind: 'followed', at, tap: seen as AlertedTap });
      return followers.map(({ home }) => home);
    },
    hasDueAlerts: async (now) => (await database.one(due, now)) !== undefined,
    takeAlerts: async (now, until, limit, but = []) => {
      const rows = await database.write((queries) => queries.all(take, now, until, limit, but));
      return rows.map(({ about, kind, ...row }) => ({
        ...row,
        alert: { ...JSON.parse(row.body), about, kind } as Alert,
      }));
    },
    settleAlert: async ({ household, alert, lease, body }, later) => {
      const key = [household, alert.about, alert.kind, lease, body] as const;
      if (!later) return void (await database.run(remove, ...key));
      const { about: _about, kind: _kind, ...rest } = alert;
      await database.run(putOff, ...key, later.at, JSON.stringify({ ...rest, reached: later.reached }));
    },
    told: async ({ household, alert }, now) => {
      const { about, kind } = alert;
      if (kind === 'tap') return latest(household, about as Path, now);
      if (kind !== 'followed') return read(household, about as Path, now);
      const row = await database.one(followingOf, household, about, now);
      const told = row && (await latest(row.host, row.visitor, now));
      return told && { ...told, following: row, ...toldWho(row) };
    },
    pushDevice: async (session) => {
      const row = await database.one(deviceOf, session);
      return row && { ...row, taps: row.taps === 1 };
    },
    putPushDevice: ({ session, endpoint, p256dh, auth, taps, since }) =>
      // Under the endpoint: of two sessions that name it at once one waits.
      database.transaction(endpoint, async (queries) => {
        await queries.one(lockOwner, session);
        if (!(await queries.one(lockSession, session))) return 'no-session';
        await queries.run(forgetOther, endpoint, session, p256dh, auth);
        // An endpoint alone, without its browser's keys, takes no device over.
        if (await queries.one(findOther, endpoint, session)) return 'taken';
        await queries.run(putDevice, session, endpoint, p256dh, auth, Number(taps), since);
        return 'put';
      }),
    removePushDevice: async (session, endpoint = '') => void (await database.run(forget, session, endpoint)),
    markPushDevice: async (endpoint, result) =>
      void ('handedAt' in result
        ? await database.run(handed, endpoint, result.handedAt)
        : await database.run(refused, endpoint, result.failure)),
  };
}

function toldIn(row: ToldRow): Told {
  return {
    visit: row.visit === null ? undefined : (JSON.parse(row.visit) as Visit),
    visitor: row.visitor === null ? undefined : (JSON.parse(row.visitor) as Friend | Guest),
    child: JSON.parse(row.child) as Child,
    ...toldWho(row),
  };
}

function toldWho({ devices, profiles }: Pick<ToldRow, 'devices' | 'profiles'>) {
  const listed = JSON.parse(devices) as (Omit<ToldDevice, 'taps'> & { taps: number })[];
  return {
    devices: listed.map((device) => ({ ...device, taps: device.taps === 1 })),
    profiles: JSON.parse(profiles) as Record<string, Profile>,
  };
}
