import type { HouseholdState } from '#client/data/state/household-state.ts';
import type { Database } from '#client/data/storage/database.ts';
import type { Environment } from './environment.ts';

/** One household's state in memory and on the device. */
export interface StoredState {
  environment: Environment;
  state: HouseholdState;
  database: Database;
  /** Reads what other tabs have stored. Rejects if storage fails. */
  read(): Promise<void>;
  notifyTabs(): void;
}
