import type { AccountStore } from './accounts.ts';
import type { ActivityStore } from './activity.ts';
import type { LinkStore } from './links.ts';
import type { OneTimeTokenStore } from './one-time-tokens.ts';

/** The calls that a command may make while a server is running on the same database. */
export interface CliStore
  extends Pick<AccountStore, 'accountByEmail'>,
    Pick<OneTimeTokenStore, 'putOneTimeToken'>,
    Pick<ActivityStore, 'secret'>,
    Pick<LinkStore, 'refusedNumbers' | 'refuseNumber' | 'allowNumber'> {
  /** Begins a new epoch at the next start, after a backup was restored in a way that the store cannot notice. */
  markRestored(): Promise<void>;
  close(): Promise<void>;
}
