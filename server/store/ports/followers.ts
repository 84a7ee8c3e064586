import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { Linked } from './links.ts';

/**
 * The families that follow a friend or guest of another one: one row a pair, the whole truth about it (decision 0050). Rows go with
 * either household. Each call is one transaction, and reads the documents of the host as a link's are read.
 */
export interface FollowerStore {
  /**
   * Keeps a question, in place of a refusal from before `refusedBefore` (ISO). 'again': there is a row of these three; it stays.
   * 'full': as many follow the visitor, ask to, or are asked for by the home, as there may be. 'gone': one of the households or the visitor is gone, or the
   * home is the host.
   */
  putFollower(
    question: Question,
    most: { ofVisitor: number; asking: number; ofHome: number; refusedBefore: string },
  ): Promise<'put' | 'again' | 'full' | 'gone'>;
  /** Lists what a home follows or asks to, refused questions among them, the oldest first, with the documents as they are, in one query that waits for no lock. */
  followedBy(home: Id): Promise<FollowedRow[]>;
  /** One of them; undefined also for a row of another home. */
  followed(home: Id, id: Id): Promise<FollowedRow | undefined>;
  /** Lists who follows a household, asks to or was refused, the oldest first, with all parents of each. */
  followersOf(host: Id): Promise<FollowerRow[]>;
  /**
   * Keeps the yes of a host and the visitor's first name at it. False: no such row of this host, its visitor is gone, or `most`
   * others follow that one.
   */
  agreeToFollower(host: Id, id: Id, yes: { at: string; name: string }, most: number): Promise<boolean>;
  /** Keeps that a host refused at a time (ISO): until the row is purged nobody but an export is told of it. False: no such row. */
  refuseFollower(host: Id, id: Id, at: string): Promise<boolean>;
  /** Removes a row of a household, whether it is the host or the home. False: it has none, or was refused. */
  removeFollower(household: Id, id: Id): Promise<boolean>;
  /**
   * Looks at the next rows after a mark, and removes of them the questions and the refusals from before these times (ISO), and
   * those whose friend or guest is gone. Returns the mark after which the next step goes on, or null after the last one.
   */
  purgeFollowers(after: Id | undefined, before: { asked: string; refused: string }): Promise<Id | null>;
}

export interface Question {
  id: Id;
  host: Id;
  visitor: Path<'friend' | 'guest'>;
  /** The visitor's first name. */
  name: string;
  home: Id;
  askedAt: string;
  /** The time at which the link was made by which it was asked; null in rows of older versions. */
  linkMadeAt: string | null;
}

export interface FollowRow extends Question {
  agreedAt: string | null;
  refusedAt: string | null;
}

/** `seen`: the visitor's open visit, else the latest; undefined without a visit, or if the visitor or child is gone. */
export interface FollowedRow extends FollowRow {
  /** False if the visitor or child is gone. */
  isThere: boolean;
  seen: Linked | undefined;
}

/** `visitorName`, `renamedAt`: as they are now; undefined if the visitor or child is gone. */
export interface FollowerRow extends FollowRow {
  visitorName: string | undefined;
  renamedAt: string | undefined;
  /** The parents of the home, by uid order. */
  parents: FollowingParent[];
}

interface FollowingParent {
  /** First and last name. */
  name: string;
  email: string;
  isVerified: boolean;
  /** The time at which the account was created. */
  since: string;
}
