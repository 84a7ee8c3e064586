import * as v from 'valibot';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { idSchema } from '#domain/ids.ts';
import { emailKey } from '#domain/protocol/registration.ts';
import { syncReplySchema } from '#domain/protocol/sync.ts';
import type { InspectedHousehold, InspectedOutcome, StoreInspector } from '../ports/inspector.ts';
import { SERVER_DEVICE } from '../ports/store.ts';
import { type CountedDocuments, parseJson, type Tell, verifyDocuments } from './verify-documents.ts';

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
  for (const what of await inspector.database()) count({ what });
  const tellOf =
    (household: string): Tell =>
    (what, path) =>
      count({ household, ...(path !== undefined && { path }), what });
  for await (const household of inspector.households()) {
    verified.households += 1;
    await verifyHousehold(household, tellOf(household.id));
  }
  for await (const page of inspector.outcomes())
    for (const outcome of page) verifyOutcome(outcome, tellOf(outcome.household));
  return verified;
}

const sizesSchema = v.array(v.tuple([idSchema, v.number(), v.number()]));
const devicesSchema = v.array(
  v.tuple([v.union([idSchema, v.literal(SERVER_DEVICE)]), v.pipe(v.number(), v.safeInteger())]),
);
const noticeSchema = v.object({ about: idSchema, kind: v.string(), name: v.string(), at: v.string() });

/** Checks all that belongs to one household. */
async function verifyHousehold(household: InspectedHousehold, tell: Tell): Promise<void> {
  const { version, floor, devices } = household;
  if (floor < 0 || floor > version) tell(`its floor is ${floor}, and its version ${version}`);
  const counted = await verifyDocuments(household, tell);
  verifySizes(household.sizes, counted.sizes, tell);
  verifyAccounts(household, counted, tell);
  const known = v.safeParse(devicesSchema, parseJson(devices));
  if (!known.success || new Set(known.output.map(([device]) => device)).size < known.output.length)
    tell('its list of devices is not as it must be');
  await verifyNotices(household, tell);
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

function verifyAccounts({ accounts }: InspectedHousehold, { profiles }: CountedDocuments, tell: Tell): void {
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

async function verifyNotices({ notices }: InspectedHousehold, tell: Tell): Promise<void> {
  for await (const page of notices()) {
    for (const { about, message } of page) {
      const notice = message === null ? { about } : parseJson(message);
      const isNotice = message === null || v.is(noticeSchema, notice);
      if (!isNotice || (notice as { about: string }).about !== about)
        tell('is no notice about its tap', `notices/${about}`);
    }
  }
}

const outcomeSchema = syncReplySchema.entries.outcomes.item;

/** Checks what is remembered of one op. */
function verifyOutcome(
  { op, version: plain, outcome, householdVersion }: InspectedOutcome,
  tell: Tell,
): void {
  const parsed = outcome === null ? undefined : Object(parseJson(outcome));
  const at: unknown = parsed === undefined ? plain : parsed.version;
  if (typeof at === 'number' && at > householdVersion)
    tell(`is of version ${at}, and its household is at ${householdVersion}`, `outcomes/${op}`);
  const isOutcome = parsed === undefined || v.is(outcomeSchema, { op, ...parsed });
  if (!isOutcome || !v.is(idSchema, op)) tell('is no outcome', `outcomes/${op}`);
}
