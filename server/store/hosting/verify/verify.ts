import type { StoreInspector } from './inspector.ts';
import type { Tell } from './verify-documents.ts';
import { verifyHousehold } from './verify-household.ts';
import { verifyOutcome } from './verify-outcome.ts';

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
