import type { StoreInspector } from './inspector.ts';
import { verifyHousehold } from './verify-household.ts';

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

/** Checks every invariant of a store, a household at a time; `tell` gets each fault as it is found. Changes nothing. */
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
  for await (const household of inspector.households()) {
    verified.households += 1;
    await verifyHousehold(household, (what, path) =>
      count({ household: household.id, ...(path !== undefined && { path }), what }),
    );
  }
  return verified;
}
