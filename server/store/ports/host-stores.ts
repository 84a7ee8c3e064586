import type { AccountStore, ActivityStore } from './accounts.ts';
import type { CredentialStore } from './credentials.ts';
import type { FeedStore } from './feed.ts';
import type { LinkStore } from './links.ts';
import type { NoticeQueue } from './notices.ts';
import type { OneTimeTokenStore } from './one-time-tokens.ts';
import type { ParentStore } from './parents.ts';
import type { RetentionStore } from './retention.ts';
import type { SessionStore } from './sessions.ts';

/** The calls by which the host exports or deletes a family while a server runs on the same database. */
export interface FamilyStore
  extends Pick<AccountStore, 'accountByEmail' | 'accountByUid' | 'deleteAccount'>,
    Pick<SessionStore, 'sessionsOf'>,
    Pick<CredentialStore, 'credentialsOf'>,
    Pick<OneTimeTokenStore, 'oneTimeTokensOf'>,
    Pick<FeedStore, 'people' | 'visits'>,
    Pick<NoticeQueue, 'waitingNotices'>,
    Pick<RetentionStore, 'purgeRemoved' | 'truncateLog'>,
    Pick<ParentStore, 'parentsOf' | 'openInvite'>,
    ActivityStore {
  close(): Promise<void>;
}

/** The facts that doctor tells of a database that answers. */
export interface Diagnosis {
  version: string;
  /** The last change that is stored, ISO; undefined if there is none or it is not asked for. */
  until?: string | undefined;
  /** Ms by which the database's clock is ahead of this machine's. */
  clockAhead?: number;
  /** True behind a pooler that gives a connection away after each transaction: then hints and prepared statements fail. */
  isPooled?: boolean;
}

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
