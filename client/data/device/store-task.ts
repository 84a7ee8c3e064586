import type { Environment } from '#client/data/environment.ts';
import type { HouseholdState } from '#client/data/tap/household-state.ts';
import type { Database, Storing } from './database.ts';
import type { Tap } from './records.ts';

/** The state of one household, in memory and on the device, that a task of the local store works on. */
export interface StoreTask {
  environment: Environment;
  state: HouseholdState;
  /** Rejects if storage fails. */
  database: Database;
  /** The database, or memory in its place if that fails. */
  stored: Storing;
  /** Reads what other tabs have stored. */
  read(): Promise<void>;
  /** Removes taps from the journal that the server has taken. */
  confirm(taps: readonly Tap[]): void;
  notifyTabs(): void;
}
