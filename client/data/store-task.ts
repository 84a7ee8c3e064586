import type { HouseholdState } from '#client/data/state/household-state.ts';
import type { Database } from '#client/data/storage/database.ts';
import type { Environment } from './environment.ts';

/** The state of one household, in memory and on the device, that a task of the local store works on. */
export interface StoreTask {
  environment: Environment;
  state: HouseholdState;
  database: Database;
  /** Reads what other tabs have stored. Rejects if storage fails. */
  read(): Promise<void>;
  notifyTabs(): void;
}
