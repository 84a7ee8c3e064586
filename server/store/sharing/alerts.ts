import { type Alert, namesFollow } from '#domain/alerts.ts';
import type { Child, Friend, Guest, Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { childOf, documentId, type Path, visitPath } from '#domain/paths.ts';
import { NUMBER, profilesOf } from '../households/stored-rows.ts';
import type { Batch } from '../ports/households.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import type { PushSubscription } from './push-devices.ts';
import { isVisitPath } from './visit-links.ts';

/** Delivered at least once. A new alert replaces a queued one of its path and kind, even one being sent. */
export interface AlertStore {
  /**
   * Alerts other parents' devices that want it, and each home that follows the visitor; resolves to those
   * homes. Costs one read without recipients.
   */
  putTapAlert(household: Id, alert: Alert): Promise<Id[]>;
  /** An alert may be due; reads without a lock. */
  hasDueAlerts(now: string): Promise<boolean>;
  /**
   * Leases alerts until `until`, oldest first, one per household, none of `but`. More may be due unless none
   * is returned.
   */
  takeAlerts(now: string, until: string, limit: number, but?: readonly Id[]): Promise<TakenAlert[]>;
  /** Removes, postpones, or puts its next stage; does nothing if the lease is over or another alert replaced it. */
  settleAlert(taken: TakenAlert, later?: Pick<Alert, 'at' | 'stage' | 'reached'>): Promise<void>;
  /** Current documents; undefined if the child or follow is gone. */
  alertContext(
    taken: Pick<TakenAlert, 'household' | 'alert'>,
    now: string,
  ): Promise<AlertContext | undefined>;
}

export interface TakenAlert {
  household: Id;
  alert: Alert;
  /** Includes this take. */
  attempts: number;
  /** Together with `body` it distinguishes this alert from one that replaced it. */
  lease: string;
  body: string;
}

/** `id` names its session. */
export interface NotifiedDevice
  extends Pick<PushSubscription, 'session' | 'endpoint' | 'p256dh' | 'auth' | 'taps'> {
  id: Id;
  uid: Id;
}

export interface AlertContext {
  /** If the alert is about a followed child; the documents are then the host's. */
  following?: { name: string; agreedAt: string | null };
  /** Undefined if removed; for a tap, the visitor's latest. */
  visit: Visit | undefined;
  visitor: Friend | Guest | undefined;
  /** Undefined of alerts about a follow that need no more than the devices. */
  child: Child | undefined;
  devices: NotifiedDevice[];
  /** By path. */
  profiles: Readonly<Partial<Record<string, Profile>>>;
}

const PUT =
  'ON CONFLICT (household, about, kind) DO UPDATE SET due_at = excluded.due_at, attempts = 0, body = excluded.body';

const putAlerts = sql(`
  INSERT INTO alerts (household, about, kind, due_at, body)
  SELECT (value ->> 'household')::bigint, value ->> 'about', value ->> 'kind', value ->> 'dueAt', value ->> 'body'
  FROM json_array_elements($1::json) WHERE TRUE ${PUT}`);

/** The last of each path and kind; `household`: the number. */
export function putAlertsOf(
  queries: Queries,
  saved: readonly { household: number; batch: Pick<Batch, 'alerts'> }[],
): Promise<unknown>[] {
  const rows = saved.flatMap(({ household, batch: { alerts = [] } }) =>
    alerts.map((alert) => ({ household, ...rowOf(alert) })),
  );
  if (rows.length === 0) return [];
  const last = new Map(rows.map((row) => [`${row.household} ${row.kind} ${row.about}`, row]));
  return [queries.run(putAlerts, JSON.stringify([...last.values()]))];
}

function rowOf({ about, kind, ...rest }: Alert) {
  return { about, kind, dueAt: rest.at, body: JSON.stringify(rest) };
}

const ONE_WANTS = `(SELECT count(*) FROM (
  SELECT 1 FROM accounts a JOIN sessions s ON s.uid = a.uid JOIN push_devices d ON d.session = s.token_hash
  WHERE a.household = $1 AND a.uid <> $2 AND d.taps = 1 LIMIT 1) AS wanting)`;
// One read for both: a tap without followers costs no more.
const wanting = sql<{ own: number; followers: string }>(
  `SELECT ${ONE_WANTS} AS own,
     (SELECT coalesce(json_agg(json_build_object('home', home.id, 'id', f.id)), '[]')::text
      FROM households host CROSS JOIN followers f CROSS JOIN households home
      WHERE host.id = $1 AND f.host = host.number AND f.visitor = $3 AND f.agreed_at IS NOT NULL AND home.number = f.home) AS followers`,
);
// Waits for a home that is being deleted, then skips it: that must not fail the host's notice.
const putOne = sql(
  `INSERT INTO alerts (household, about, kind, due_at, body) SELECT h.number, $2, $3, $4, $5 FROM households h
   WHERE h.id = $1 FOR KEY SHARE ${PUT}`,
);

export async function putAlert(queries: Pick<Queries, 'run'>, household: Id, alert: Alert): Promise<void> {
  const { about, kind, dueAt, body } = rowOf(alert);
  await queries.run(putOne, household, about, kind, dueAt, body);
}

const due = sql<{ one: number }>('SELECT 1 AS one FROM alerts WHERE due_at <= $1 LIMIT 1');
const HOUSEHOLD = '(SELECT id FROM households WHERE number = alerts.household)';
// SKIP LOCKED: another instance takes those.
const take = sql<TakenRow>(`
  WITH due AS MATERIALIZED (
    SELECT household, about, kind, due_at FROM alerts WHERE due_at <= $1 AND ${HOUSEHOLD} <> ALL ($4)
    ORDER BY due_at LIMIT 0 + $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE alerts SET due_at = $2, attempts = attempts + 1
  WHERE (household, about, kind) IN (
    SELECT household, about, kind FROM (
      SELECT household, about, kind, row_number() OVER (PARTITION BY household ORDER BY due_at) AS turn FROM due
    ) AS turns WHERE turn = 1)
  RETURNING ${HOUSEHOLD} AS household, about, kind, due_at AS lease, attempts, body`);

type TakenRow = Pick<TakenAlert, 'household' | 'attempts' | 'lease' | 'body'> & Pick<Alert, 'about' | 'kind'>;

const IS_TAKEN = `household = ${NUMBER} AND about = $2 AND kind = $3 AND due_at = $4 AND body = $5`;
const remove = sql(`DELETE FROM alerts WHERE ${IS_TAKEN}`);
const putOff = sql(`UPDATE alerts SET due_at = $6, body = $7 WHERE ${IS_TAKEN}`);

/** Documents are JSON; `devices` is a list, `profiles` an object by path. */
interface ContextRow {
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
const PROFILES = `${profilesOf('h.number')} AS profiles`;

// `$5`: the visit's id, '' of a visitor. Hides unpurged rows below a removed child.
const contextOf = sql<ContextRow>(
  `SELECT visits.body AS visit, visitor.body AS visitor, child.body AS child, ${DEVICES}, ${PROFILES}
   FROM households h
   JOIN people AS child ON child.household = h.number AND child.path = 'children/' || $4 AND child.body IS NOT NULL
   LEFT JOIN visits /*+ INDEXED BY visits_by_id */ ON visits.household = h.number AND visits.id = $5 AND visits.child = $4
     AND visits.body IS NOT NULL
   LEFT JOIN people AS visitor ON visitor.household = h.number AND visitor.path = coalesce(visits.visitor, $2)
   WHERE h.id = $1`,
);

type FollowingRow = NonNullable<AlertContext['following']> & { host: Id; visitor: Path };

const followingOf = sql<FollowingRow & Pick<ContextRow, 'devices' | 'profiles'>>(
  `SELECT host.id AS host, f.visitor, f.name, f.agreed_at AS "agreedAt", ${DEVICES}, ${PROFILES}
   FROM households h CROSS JOIN followers f CROSS JOIN households host
   WHERE h.id = $1 AND f.home = h.number AND f.id = $2 AND host.number = f.host`,
);

const recipientsOf = sql<Pick<ContextRow, 'devices' | 'profiles'>>(
  `SELECT ${DEVICES}, ${PROFILES} FROM households h WHERE h.id = $1 AND $2 <> ''`,
);

export function alertCalls(database: Database): AlertStore {
  const read = async (household: Id, about: Path, now: string): Promise<AlertContext | undefined> => {
    const child = documentId(childOf(about));
    const visit = isVisitPath(about) ? documentId(about) : '';
    const row = await database.one(contextOf, household, about, now, child, visit);
    return row && contextIn(row);
  };
  const latest = async (household: Id, visitor: Path, now: string): Promise<AlertContext | undefined> => {
    const context = await read(household, visitor, now);
    const { visit } = context?.visitor?.latest ?? {};
    return visit === undefined
      ? context
      : read(household, visitPath(documentId(childOf(visitor)), visit), now);
  };
  return {
    putTapAlert: async (household, { about, at, tap }) => {
      // Mostly nobody wants one, and a read waits for no transaction.
      const wants = await database.one(wanting, household, tap?.by ?? '', about);
      if (wants?.own) await putAlert(database, household, { about, kind: 'tap', at, ...(tap && { tap }) });
      const seen = tap && { tap: { status: tap.status, of: tap.of } };
      const followers = JSON.parse(wants?.followers ?? '[]') as { home: Id; id: Id }[];
      for (const { home, id } of followers)
        await putAlert(database, home, { about: id, kind: 'followed', at, ...seen });
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
      const at = later.stage ? later.at : alert.at;
      await database.run(putOff, ...key, later.at, rowOf({ ...alert, ...later, at }).body);
    },
    alertContext: async ({ household, alert }, now) => {
      const { about, kind } = alert;
      if (kind === 'tap') return latest(household, about as Path, now);
      if (!namesFollow(kind)) return read(household, about as Path, now);
      // Of the others the documents are another family's, or those of several follows.
      if (!kind.startsWith('followed')) {
        const row = await database.one(recipientsOf, household, about, now);
        return row && { visit: undefined, visitor: undefined, child: undefined, ...recipientsIn(row) };
      }
      const row = await database.one(followingOf, household, about, now);
      const context = row && (await latest(row.host, row.visitor, now));
      return context && { ...context, following: row, ...recipientsIn(row) };
    },
  };
}

function contextIn(row: ContextRow): AlertContext {
  return {
    visit: row.visit === null ? undefined : (JSON.parse(row.visit) as Visit),
    visitor: row.visitor === null ? undefined : (JSON.parse(row.visitor) as Friend | Guest),
    child: JSON.parse(row.child) as Child,
    ...recipientsIn(row),
  };
}

function recipientsIn({ devices, profiles }: Pick<ContextRow, 'devices' | 'profiles'>) {
  const listed = JSON.parse(devices) as (Omit<NotifiedDevice, 'taps'> & { taps: number })[];
  return {
    devices: listed.map((device) => ({ ...device, taps: device.taps === 1 })),
    profiles: JSON.parse(profiles) as Record<string, Profile>,
  };
}
