import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { Linked } from './links.ts';

/**
 * The families that follow a friend or guest of another one: one row a pair, the whole truth about it (decision 0050). Rows go with
 * either household. Each call is one transaction, and reads the documents of the host as a link's are read.
 */
export interface FollowerStore {
  /**
   * Keeps a question. 'again': there is a row of these three, asked or agreed; it stays. 'full': the visitor has, or the home
   * asks for, as many as there may be. 'gone': one of the households or the visitor is gone, or the
   * home is the host.
   */
  putFollower(
    question: Question,
    most: { ofVisitor: number; ofHome: number },
  ): Promise<'put' | 'again' | 'full' | 'gone'>;
  /** Lists what a home follows or asks to, the oldest first, with the documents as they are, in one query that waits for no lock. */
  followedBy(home: Id): Promise<FollowedRow[]>;
  /** One of them; undefined also for a row of another home. */
  followed(home: Id, id: Id): Promise<FollowedRow | undefined>;
  /** Lists who follows a household or asks to, the oldest first, with the names of all parents of each. */
  followersOf(host: Id): Promise<FollowerRow[]>;
  /** Keeps the yes of a host and the visitor's first name at it. False: no such row of this host, or its visitor is gone. */
  agreeToFollower(host: Id, id: Id, yes: { at: string; name: string }): Promise<boolean>;
  /** Removes a row of a household, whether it is the host or the home. False: it has none. */
  removeFollower(household: Id, id: Id): Promise<boolean>;
  /**
   * Looks at the next rows after a mark, and removes of them the questions from before a time (ISO) that nobody answered, and
   * those whose friend or guest is gone. Returns the mark after which the next step goes on, or null after the last one.
   */
  purgeFollowers(after: Id | undefined, before: string): Promise<Id | null>;
}

export interface Question {
  id: Id;
  host: Id;
  visitor: Path<'friend' | 'guest'>;
  /** The visitor's first name. */
  name: string;
  home: Id;
  askedAt: string;
}

export interface FollowRow extends Question {
  agreedAt: string | null;
}

/** `seen`: the visitor's open visit, else the latest; undefined without a visit, or if the visitor or child is gone. */
export interface FollowedRow extends FollowRow {
  seen: Linked | undefined;
}

/** `visitorName`, `renamedAt`: as they are now; undefined if the visitor or child is gone. */
export interface FollowerRow extends FollowRow {
  visitorName: string | undefined;
  renamedAt: string | undefined;
  /** First and last name of each parent of the home, by uid order. */
  parents: string[];
}
