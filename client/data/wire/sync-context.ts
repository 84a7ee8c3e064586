import type { LocalStore } from '#client/data/device/local-store.ts';
import type { Environment } from '#client/data/environment.ts';
import type { HouseholdState } from '#client/data/tap/household-state.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Clock } from './clock.ts';

/** One household's dependencies of a sync with its server. */
export interface SyncContext {
  environment: Environment;
  account: Account;
  state: HouseholdState;
  store: LocalStore;
  clock: Clock;
}
