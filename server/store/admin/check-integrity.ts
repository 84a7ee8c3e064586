import * as v from 'valibot';
import { ALERT_KINDS, namesFollow } from '#domain/alerts.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { idSchema } from '#domain/ids.ts';
import { parsePath } from '#domain/paths.ts';
import { pushKeysSchema } from '#domain/protocol/push-calls.ts';
import { syncReplySchema } from '#domain/protocol/sync.ts';
import { isoTimeSchema } from '#domain/time.ts';
import { comingSchema } from '#domain/trips/coming.ts';
import { emailKey } from '../../email-key.ts';
import type { StoreInspector } from '../ports/inspector.ts';
import { SERVER_DEVICE } from '../ports/store.ts';
import { type BatchReader, ROWS_PER_BATCH, sql } from '../shared/queries.ts';
import { parseJson, type ReportFault, verifyDocuments } from './verify-documents.ts';

/** Names nobody: a household by its id, a document by its path. */
export interface Fault {
  /** Absent if the database itself is at fault. */
  household?: string;
  path?: string;
  what: string;
}

export interface Verified {
  households: number;
  faults: number;
}

/** `sizes` and `devices` are JSON. */
interface HouseholdRow {
  id: string;
  number: number;
  version: number;
  floor: number;
  sizes: string;
  devices: string;
}

// `~`: it is being deleted (make-household.ts).
const nextHousehold = sql<HouseholdRow>(
  `SELECT id, number, version, floor, sizes, devices FROM households
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

const followersOf = sql<{ id: string; home: number; coming: string }>(
  `SELECT id, visitor, name, home, asked_at AS "askedAt", agreed_at AS "agreedAt", link_made_at AS "linkMadeAt", refused_at AS "refusedAt",
     coalesce((SELECT body FROM coming WHERE follow = followers.id), '{}') AS coming FROM followers WHERE host = $1`,
);

const epochCount = sql<{ count: number }>('SELECT count(*) AS count FROM store_epoch');

/** Checks every invariant; changes nothing. `report` gets each fault as it is found. */
export async function verifyStore(
  inspector: StoreInspector,
  report: (fault: Fault) => void,
): Promise<Verified> {
  const verified = { households: 0, faults: 0 };
  const count = (fault: Fault) => {
    verified.faults += 1;
    report(fault);
  };
  const { faults, isReadable } = await inspector.examine();
  for (const what of faults) count({ what });
  if (!isReadable) return verified;
  const { count: epochs } = (await inspector.one(epochCount)) ?? {};
  if (epochs !== 1) count({ what: `the store has ${epochs} epochs instead of one` });
  const tellOf =
    (household: string): ReportFault =>
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
  const strays = await verifyOutcomes(inspector, tellOf);
  if (strays > 0) count({ what: `${strays} rows of outcomes refer to no row of households` });
  return verified;
}

const sizesSchema = v.array(v.tuple([idSchema, v.number(), v.number()]));
const devicesSchema = v.array(
  v.tuple([v.union([idSchema, v.literal(SERVER_DEVICE)]), v.pipe(v.number(), v.safeInteger())]),
);
const noticeSchema = v.object({ name: v.string(), at: v.string() });

async function verifyHousehold(
  inspector: BatchReader,
  household: HouseholdRow,
  report: ReportFault,
): Promise<void> {
  const { id, number, version, floor, sizes, devices } = household;
  if (floor < 0 || floor > version) report(`its floor is ${floor}, and its version ${version}`);
  const counted = await verifyDocuments(inspector, household, report);
  verifySizes(sizes, counted.sizes, report);
  verifyAccounts(await inspector.all(accountsOf, id), counted.profiles, report);
  const known = v.safeParse(devicesSchema, parseJson(devices));
  if (!known.success || new Set(known.output.map(([device]) => device)).size < known.output.length)
    report('its list of devices is not as it must be');
  for await (const page of inspector.batches(noticesOf, number))
    for (const { about, message } of page) {
      if (!v.is(idSchema, about) || !v.is(noticeSchema, parseJson(message)))
        report('is no notice about its tap', `notices/${about}`);
    }
  await verifyAlerts(inspector, household, report);
  await verifyFollowers(inspector, household, report);
}

const alertSchema = v.object({ at: isoTimeSchema });

async function verifyAlerts(
  inspector: BatchReader,
  { id, number }: HouseholdRow,
  report: ReportFault,
): Promise<void> {
  for await (const page of inspector.batches(alertsOf, number))
    for (const { about, kind, body } of page) {
      const isNamed = namesFollow(kind) ? v.is(idSchema, about) : parsePath(about);
      const isAlert = Object.hasOwn(ALERT_KINDS, kind) && isNamed && v.is(alertSchema, parseJson(body));
      if (!isAlert) report('is no alert', `alerts/${kind}`);
    }
  for (const { id: session, endpoint, p256dh, auth } of await inspector.all(devicesOf, id))
    if (!URL.canParse(endpoint) || !v.is(pushKeysSchema, { p256dh, auth }))
      report('cannot be told of alerts', `sessions/${session}`);
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
  coming: comingSchema,
});

/** The visitor may be gone until the row is purged. */
async function verifyFollowers(
  inspector: BatchReader,
  { number }: HouseholdRow,
  report: ReportFault,
): Promise<void> {
  for await (const page of inspector.batches(followersOf, number))
    for (const row of page) {
      const isFollowing = v.is(followerSchema, { ...row, coming: parseJson(row.coming) });
      if (row.home === number || !isFollowing) report('is no following', `followers/${row.id}`);
    }
}

function verifySizes(stored: string, counted: HouseholdSizes, report: ReportFault): void {
  const parsed = v.safeParse(sizesSchema, parseJson(stored));
  if (!parsed.success) return void report('its sizes are not as they must be');
  if (inOrder(new HouseholdSizes(parsed.output)) !== inOrder(counted))
    report('its sizes differ from what is counted');
}

function inOrder(sizes: HouseholdSizes): string {
  const children = JSON.parse(sizes.toString()) as [string, number, number][];
  return JSON.stringify(children.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function verifyAccounts(
  accounts: readonly { uid: string; email: string; emailKey: string }[],
  profiles: ReadonlyMap<string, string>,
  report: ReportFault,
): void {
  if (accounts.length === 0) report('it belongs to no account');
  for (const { uid, email, emailKey: key } of accounts) {
    const profile = profiles.get(uid);
    if (emailKey(email) !== key) report('an account is not found by its e-mail', `accounts/${uid}`);
    if (profile === undefined) report('an account has no profile', `accounts/${uid}`);
    else if (emailKey(profile) !== key) report('has another e-mail than its account', `profiles/${uid}`);
  }
  for (const uid of profiles.keys())
    if (!accounts.some((account) => account.uid === uid)) report('belongs to no account', `profiles/${uid}`);
}

/** `householdVersion` is of the same moment; `outcome`: JSON, null if plainly done. */
interface OutcomeRow {
  household: string | null;
  householdVersion: number;
  op: string;
  version: number | null;
  outcome: string | null;
  /** The household in the row's key. */
  number: number;
}

const nextOutcomes = sql<OutcomeRow>(
  `SELECT id AS household, h.version AS "householdVersion", op, o.version, outcome, o.household AS number
   FROM (SELECT * FROM outcomes WHERE (op, household) > ($1, $2) ORDER BY op, household LIMIT 0 + $3) AS o
   LEFT JOIN households h ON number = o.household ORDER BY op, o.household`,
);
const outcomeSchema = syncReplySchema.entries.outcomes.item;

/** Each page is read in one moment. Resolves to the number of outcomes without a household. */
async function verifyOutcomes(
  inspector: BatchReader,
  tellOf: (household: string) => ReportFault,
): Promise<number> {
  let strays = 0;
  let last: Pick<OutcomeRow, 'op' | 'number'> | undefined = { op: '', number: 0 };
  while (last) {
    const page: OutcomeRow[] = await inspector.all(nextOutcomes, last.op, last.number, ROWS_PER_BATCH);
    for (const row of page) {
      if (row.household === null) strays += 1;
      else verifyOutcome(row, tellOf(row.household));
    }
    last = page.length < ROWS_PER_BATCH ? undefined : page.at(-1);
  }
  return strays;
}

function verifyOutcome(
  { op, version: plain, outcome, householdVersion }: OutcomeRow,
  report: ReportFault,
): void {
  const parsed = outcome === null ? undefined : Object(parseJson(outcome));
  const at: unknown = parsed === undefined ? plain : parsed.version;
  if (typeof at === 'number' && at > householdVersion)
    report(`is of version ${at}, and its household is at ${householdVersion}`, `outcomes/${op}`);
  const isOutcome = parsed === undefined || v.is(outcomeSchema, { op, ...parsed });
  if (!isOutcome || !v.is(idSchema, op)) report('is no outcome', `outcomes/${op}`);
}
