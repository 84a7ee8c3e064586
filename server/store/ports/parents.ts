import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { OneTimeToken } from './one-time-tokens.ts';

/**
 * The parents of a household, who change by moves alone. Each call is one transaction. Locks are taken in one order everywhere:
 * households by their ids, the account, its one-time tokens; so that crossing moves and deletions wait for each other.
 */
export interface ParentStore {
  /** Lists the accounts of a household with their profiles, the first of them first. */
  parentsOf(household: Id): Promise<StoredParent[]>;
  /** Counts what goes with a household. */
  contentsOf(household: Id): Promise<HouseholdContents>;
  /** Finds the open invitation of a household, its latest. */
  openInvite(household: Id, now: string): Promise<StoredInvite | undefined>;
  /**
   * Stores an invitation to the household of its account. 'open': the household has another one; 'again': this one.
   * 'full': it has `most` parents. 'elsewhere': the account is of another household. 'given': the hash was given before, whatever
   * became of it.
   */
  putInvite(household: Id, invite: NewInvite, most: number): Promise<PutInvite>;
  /** Replaces the body of an invitation if it is `former` still. Returns true if it was. */
  updateInvite(hash: string, former: string, body: string, now: string): Promise<boolean>;
  /** Ends every invitation to a household. */
  endInvites(household: Id): Promise<void>;
  /**
   * Moves an account into the household that an invitation leads to, and uses that up. The profile goes along. Its former
   * household loses the profile through the feed, or is deleted if nobody else is in it.
   */
  moveAccount(move: Move): Promise<Moved | 'elsewhere' | 'expired' | 'full' | 'last'>;
  /** Moves an account into a new household, with a copy of the former one or alone. 'last': nobody else is in that. */
  partAccount(part: Part): Promise<Moved | 'elsewhere' | 'last'>;
}

export interface StoredParent {
  uid: Id;
  email: string;
  profile: Profile;
}

export interface HouseholdContents {
  children: number;
  visits: number;
  parents: number;
}

export interface StoredInvite {
  hash: string;
  uid: Id;
  body: string;
  expiresAt: string;
}

export interface NewInvite extends Omit<OneTimeToken, 'kind' | 'uid'> {
  uid: Id;
  now: string;
}

export type PutInvite = 'put' | 'again' | 'open' | 'full' | 'elsewhere' | 'given';

export interface Changing {
  uid: Id;
  /** The household that the caller knows of; 'elsewhere' if the account is not in it, or gone. */
  from: Id;
  /** The hash of the one session that stays, if any. */
  session: string | undefined;
  now: string;
  /** Changes the profile for the household that the account comes to. */
  profile: (profile: Profile) => Profile;
}

export interface Move extends Changing {
  to: Id;
  /** The invitation as the caller read it; 'expired' if it is another one by now, or its inviter is not in `to`. */
  invite: { hash: string; body: string };
  /** The most parents of a household. */
  most: number;
  /** True if the parent was told that others stay in the former household; 'last' if nobody would. */
  othersStay: boolean;
}

export interface Part extends Changing {
  /** The id of the new household. */
  to: Id;
  /** Copies children, people and visits as they stand, at their paths and versions, without links and answers. */
  copy: boolean;
  /** The links that the account made go on showing their visits; else they end with the move, as in any other way to go. */
  keepLinks: boolean;
}

export interface Moved {
  /** The hashes of the sessions that were ended; each is remembered as 'session-ended'. */
  ended: string[];
}
