import { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import type { SyncState } from '../ports/households.ts';

/** `number` is the household in all its rows' keys; `devices` and `sizes` are JSON. */
export interface HouseholdRow {
  number: number;
  version: number;
  devices: string;
  sizes: string;
}

export function syncStateOf(
  { version, devices, sizes }: HouseholdRow,
  device: Id,
  outcomes: SyncState['outcomes'],
): SyncState {
  return {
    version,
    lastSequence: sequenceOf(devices, device),
    outcomes,
    sizes: HouseholdSizes.parse(sizes),
  };
}

/** Nearly all are plainly done, and stored as their version. */
export interface OutcomeColumns {
  /** Null for a refusal. */
  version: number | null;
  /** JSON, without the op; null if plainly done. */
  outcome: string | null;
}

export function outcomeColumns({ op: _, ...outcome }: Outcome): OutcomeColumns {
  if (outcome.result !== 'done') return { version: null, outcome: JSON.stringify(outcome) };
  const isPlain = outcome.since === undefined;
  return { version: outcome.version, outcome: isPlain ? null : JSON.stringify(outcome) };
}

/** `recordedAt`: the server's clock at the decision, ms. */
export function outcomeOf(op: Id, { version, outcome }: OutcomeColumns, recordedAt: number): Outcome {
  if (outcome === null) return { op, result: 'done', version: version ?? 0, receivedAt: recordedAt };
  const stored: Outcome = { op, ...JSON.parse(outcome) };
  return stored.result === 'done' ? { ...stored, receivedAt: recordedAt } : stored;
}

/** SQL of the key of the household `$1` in its rows. */
export const NUMBER = '(SELECT number FROM households WHERE id = $1)';

/** SQL of a visit's path, which is no column. */
export const VISIT_PATH = `'children/' || child || '/visits/' || id`;

/** SQL of a JSON object by path; `household`: the number. */
export const profilesOf = (household: string) =>
  `(SELECT '{' || coalesce(string_agg('"' || path || '":' || body, ','), '') || '}' FROM people
    WHERE household = ${household} AND path > 'profiles/' AND path < 'profiles0' AND body IS NOT NULL)`;

/** The path of a purge of all that a deleted household had. */
export const WHOLE_HOUSEHOLD = '';

/** Pairs of device and last sequence, latest last. */
type Devices = [device: Id, lastSequence: number][];

/** More than any family has: a hostile client could make every tap write a long row. */
const MOST_DEVICES = 200;

/** `devices`: the household's column. */
function sequenceOf(devices: string, device: Id): number {
  return (JSON.parse(devices) as Devices).find(([other]) => other === device)?.[1] ?? 0;
}

/** Beyond the limit it forgets those silent longest. */
export function withSequence(devices: string, device: Id, lastSequence: number): string {
  const others = (JSON.parse(devices) as Devices).filter(([other]) => other !== device);
  return JSON.stringify([...others, [device, lastSequence]].slice(-MOST_DEVICES));
}
