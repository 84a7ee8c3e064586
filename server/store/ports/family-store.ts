import type { AccountStore } from './accounts.ts';
import type { ActivityStore } from './activity.ts';
import type { CredentialStore } from './credentials.ts';
import type { FeedStore } from './feed.ts';
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
