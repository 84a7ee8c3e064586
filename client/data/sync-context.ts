import type { Clock } from '#client/data/network/clock.ts';
import type { HouseholdState } from '#client/data/state/household-state.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Environment } from './environment.ts';
import type { LocalStore } from './local-store.ts';

/** One household's dependencies of a sync with its server. */
export interface SyncContext {
  environment: Environment;
  account: Account;
  state: HouseholdState;
  store: LocalStore;
  clock: Clock;
}
