import * as v from 'valibot';
import { isAlertKind } from '#domain/alerts.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { idSchema } from '#domain/ids.ts';
import { parsePath } from '#domain/paths.ts';
import { pushKeysSchema } from '#domain/protocol/push-calls.ts';
import { syncReplySchema } from '#domain/protocol/sync.ts';
import { isoTimeSchema } from '#domain/time.ts';
import { emailKey } from '../../email-key.ts';
import type { StoreInspector } from '../ports/inspector.ts';
import { SERVER_DEVICE } from '../ports/store.ts';
import { type BatchReader, ROWS_PER_BATCH, sql } from '../shared/queries.ts';
import { parseJson, type Tell, verifyDocuments } from './verify-documents.ts';

/** A fault of the stored data. Names nobody: a household by its id, a document by its path. */
export interface Fault {
  /** Absent of a fault of the database itself. */
  household?: string;
  path?: string;
  what: string;
}

export interface Verified {
  households: number;
  faults: number;
}

/** A household as it is stored: the sizes by child, and the last sequence of each device, are JSON. */
interface HouseholdRow {
  id: string;
  /** Leads the keys of its rows: its id, or its number in SQLite. */
  key: string | number;
  version: number;
  floor: number;
  sizes: string;
  devices: string;
}

const nextHousehold = sql<HouseholdRow>(
  `SELECT id, id AS key, version, floor, sizes,
     (SELECT coalesce(json_agg(json_build_array(device, last_sequence)), '[]')::text FROM devices WHERE household = id) AS devices
   FROM households WHERE id > $1 ORDER BY id LIMIT 1`,
  // A household that is being deleted has no name any more (householdRemover).
  `SELECT id, number AS key, version, floor, sizes, devices FROM households
   WHERE id > $1 AND id NOT LIKE '~%' ORDER BY id LIMIT 1`,
);
const accountsOf = sql<{ uid: string; email: string; emailKey: string }>(
  'SELECT uid, email, email_key AS "emailKey" FROM accounts WHERE household = $1',
);
const noticesOf = sql<{ about: string; message: string }>(
  'SELECT about, message FROM notices WHERE household = $1',
);

const alertsOf = sql<{ about: string; kind: string; body: string }>(
  'SELECT about, kind, body FROM alerts WHERE household = $1',
);
const devicesOf = sql<{ id: string; endpoint: string; p256dh: string; auth: string }>(
  `SELECT s.id, endpoint, p256dh, d.auth FROM accounts a JOIN sessions s ON s.uid = a.uid
   JOIN push_devices d ON d.session = s.token_hash WHERE a.household = $1`,
);

const followersOf = sql<{ id: string; home: string | number }>(
  `SELECT id, visitor, name, home, asked_at AS "askedAt", agreed_at AS "agreedAt", link_made_at AS "linkMadeAt", refused_at AS "refusedAt" FROM followers WHERE host = $1`,
);

const epochCount = sql<{ count: number }>('SELECT count(*) AS count FROM store_epoch');

/** Checks every invariant of a store, a household at a time and then the outcomes of all; `tell` gets each fault as it is found. Changes nothing. */
export async function verifyStore(
  inspector: StoreInspector,
  tell: (fault: Fault) => void,
): Promise<Verified> {
  const verified = { households: 0, faults: 0 };
  const count = (fault: Fault) => {
    verified.faults += 1;
    tell(fault);
  };
  const { faults, isReadable } = await inspector.examine();
  for (const what of faults) count({ what });
  if (!isReadable) return verified;
  const { count: epochs } = (await inspector.one(epochCount)) ?? {};
  if (epochs !== 1) count({ what: `the store has ${epochs} epochs instead of one` });
  const tellOf =
    (household: string): Tell =>
    (what, path) =>
      count({ household, ...(path !== undefined && { path }), what });
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last;
    last = await inspector.moment(async () => {
      const household = await inspector.one(nextHousehold, after);
      if (household) await verifyHousehold(inspector, household, tellOf(household.id));
      return household?.id;
    });
    if (last !== undefined) verified.households += 1;
  }
  await verifyOutcomes(inspector, tellOf);
  return verified;
}

const sizesSchema = v.array(v.tuple([idSchema, v.number(), v.number()]));
const devicesSchema = v.array(
  v.tuple([v.union([idSchema, v.literal(SERVER_DEVICE)]), v.pipe(v.number(), v.safeInteger())]),
);
const noticeSchema = v.object({ about: idSchema, kind: v.string(), name: v.string(), at: v.string() });

/** Checks all that belongs to one household. */
async function verifyHousehold(inspector: BatchReader, household: HouseholdRow, tell: Tell): Promise<void> {
  const { id, key, version, floor, sizes, devices } = household;
  if (floor < 0 || floor > version) tell(`its floor is ${floor}, and its version ${version}`);
  const counted = await verifyDocuments(inspector, household, tell);
  verifySizes(sizes, counted.sizes, tell);
  verifyAccounts(await inspector.all(accountsOf, id), counted.profiles, tell);
  const known = v.safeParse(devicesSchema, parseJson(devices));
  if (!known.success || new Set(known.output.map(([device]) => device)).size < known.output.length)
    tell('its list of devices is not as it must be');
  for await (const page of inspector.batches(noticesOf, key))
    for (const { about, message } of page) {
      const notice = v.safeParse(noticeSchema, parseJson(message));
      if (!notice.success || notice.output.about !== about)
        tell('is no notice about its tap', `notices/${about}`);
    }
  await verifyAlerts(inspector, household, tell);
  await verifyFollowers(inspector, household, tell);
}

const alertSchema = v.object({ at: isoTimeSchema });

/** Checks the alerts and the devices that are told of them. */
async function verifyAlerts(inspector: BatchReader, { id, key }: HouseholdRow, tell: Tell): Promise<void> {
  for await (const page of inspector.batches(alertsOf, key))
    for (const { about, kind, body } of page) {
      const isNamed = kind === 'followed' ? v.is(idSchema, about) : parsePath(about);
      const isAlert = isAlertKind(kind) && isNamed && v.is(alertSchema, parseJson(body));
      if (!isAlert) tell('is no alert', `alerts/${kind}`);
    }
  for (const { id: session, endpoint, p256dh, auth } of await inspector.all(devicesOf, id))
    if (!URL.canParse(endpoint) || !v.is(pushKeysSchema, { p256dh, auth }))
      tell('cannot be told of alerts', `sessions/${session}`);
}

const followerSchema = v.object({
  id: idSchema,
  visitor: v.pipe(
    v.string(),
    v.check((path) => ['friend', 'guest'].includes(parsePath(path)?.kind ?? '')),
  ),
  name: v.pipe(v.string(), v.nonEmpty()),
  askedAt: isoTimeSchema,
  agreedAt: v.nullable(isoTimeSchema),
  linkMadeAt: v.nullable(isoTimeSchema),
  refusedAt: v.nullable(isoTimeSchema),
});

/** Checks who follows the household. The friend or guest may be gone until the row is purged. */
async function verifyFollowers(inspector: BatchReader, { key }: HouseholdRow, tell: Tell): Promise<void> {
  for await (const page of inspector.batches(followersOf, key))
    for (const row of page)
      if (row.home === key || !v.is(followerSchema, row)) tell('is no following', `followers/${row.id}`);
}

function verifySizes(stored: string, counted: HouseholdSizes, tell: Tell): void {
  const parsed = v.safeParse(sizesSchema, parseJson(stored));
  if (!parsed.success) return void tell('its sizes are not as they must be');
  if (inOrder(new HouseholdSizes(parsed.output)) !== inOrder(counted))
    tell('its sizes differ from what is counted');
}

function inOrder(sizes: HouseholdSizes): string {
  const children = JSON.parse(sizes.toString()) as [string, number, number][];
  return JSON.stringify(children.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function verifyAccounts(
  accounts: readonly { uid: string; email: string; emailKey: string }[],
  profiles: ReadonlyMap<string, string>,
  tell: Tell,
): void {
  if (accounts.length === 0) tell('it belongs to no account');
  for (const { uid, email, emailKey: key } of accounts) {
    const profile = profiles.get(uid);
    if (emailKey(email) !== key) tell('an account is not found by its e-mail', `accounts/${uid}`);
    if (profile === undefined) tell('an account has no profile', `accounts/${uid}`);
    else if (emailKey(profile) !== key) tell('has another e-mail than its account', `profiles/${uid}`);
  }
  for (const uid of profiles.keys())
    if (!accounts.some((account) => account.uid === uid)) tell('belongs to no account', `profiles/${uid}`);
}

/** An outcome with its household's version in the same moment; the outcome is JSON, or null of an op that is plainly done. */
interface OutcomeRow {
  household: string | null;
  householdVersion: number;
  op: string;
  version: number | null;
  outcome: string | null;
  /** The row's key, in the order of its index. */
  first: string;
  second: string | number;
}

const nextOutcomes = sql<OutcomeRow>(
  `SELECT household, h.version AS "householdVersion", op, o.version, outcome, household AS first, op AS second
   FROM outcomes o JOIN households h ON h.id = household
   WHERE (household, op) > ($1, $2) AND (o.version IS NOT NULL OR outcome IS NOT NULL)
   ORDER BY household, op LIMIT $3`,
  // Outcomes lie by their ops, those of all households among each other; one without a household is a fault of its own.
  `SELECT id AS household, h.version AS "householdVersion", op, o.version, outcome, op AS first, o.household AS second
   FROM (SELECT * FROM outcomes WHERE (op, household) > ($1, $2) ORDER BY op, household LIMIT 0 + $3) AS o
   LEFT JOIN households h ON number = o.household`,
);
const outcomeSchema = syncReplySchema.entries.outcomes.item;

/** Checks what is remembered of the ops of all households, a page in a moment. */
async function verifyOutcomes(inspector: BatchReader, tellOf: (household: string) => Tell): Promise<void> {
  let last: Pick<OutcomeRow, 'first' | 'second'> | undefined = { first: '', second: '' };
  while (last) {
    const page: OutcomeRow[] = await inspector.all(nextOutcomes, last.first, last.second, ROWS_PER_BATCH);
    for (const row of page) if (row.household !== null) verifyOutcome(row, tellOf(row.household));
    last = page.length < ROWS_PER_BATCH ? undefined : page.at(-1);
  }
}

function verifyOutcome({ op, version: plain, outcome, householdVersion }: OutcomeRow, tell: Tell): void {
  const parsed = outcome === null ? undefined : Object(parseJson(outcome));
  const at: unknown = parsed === undefined ? plain : parsed.version;
  if (typeof at === 'number' && at > householdVersion)
    tell(`is of version ${at}, and its household is at ${householdVersion}`, `outcomes/${op}`);
  const isOutcome = parsed === undefined || v.is(outcomeSchema, { op, ...parsed });
  if (!isOutcome || !v.is(idSchema, op)) tell('is no outcome', `outcomes/${op}`);
}
