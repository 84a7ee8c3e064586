import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { post } from './call.ts';
import { answerSchema, shownVisitSchema } from './link-calls.ts';

/**
 * The calls about following: two families of one server agree that one of them sees the other's visits of a friend or guest,
 * until either ends it (docs/decisions/0050-following.md). All need a session and name its household: another one is 409
 * `other-household`, so that no tab shows one family's children to the next. An unknown id and a foreign one are one answer:
 * 404 `not-found`.
 */

const ofHousehold = { household: idSchema };

/** A child that the own family follows, or asked to. */
const followingSchema = v.object({
  id: idSchema,
  askedAt: isoTimeSchema,
  /** Null until the other family says yes; nothing else is told before. */
  agreedAt: v.nullable(isoTimeSchema),
  /** The first name of the child that is followed; null before the yes. */
  name: v.nullable(v.string()),
  /** The first name of the other family's child, by which two followings of one child differ; null as long as nothing may be shown. */
  child: v.nullable(v.string()),
  /** The look of a link to the visit; null while there is none, or the other family shows nothing. */
  visit: v.nullable(shownVisitSchema),
});
export type Following = v.InferOutput<typeof followingSchema>;

const followedReplySchema = v.object({
  household: idSchema,
  /** The server's time. */
  asOf: isoTimeSchema,
  /** The oldest question first. */
  following: v.array(followingSchema),
});
export type Followed = v.InferOutput<typeof followedReplySchema>;

/** A family that follows a friend or guest of the own family, or asks to. */
const followerSchema = v.object({
  id: idSchema,
  /** The path of the friend or guest. */
  visitor: v.string(),
  /** The visitor's first name at the question, until the yes: then at the yes. */
  name: v.string(),
  /** The names of all parents of that family as they are now. */
  parents: v.array(v.string()),
  /** While an answer is due, by which the host tells who asks: the accounts of those parents, in their order. */
  accounts: v.optional(
    v.array(v.object({ email: v.string(), isVerified: v.boolean(), since: isoTimeSchema })),
  ),
  /** The time at which the link was made by which they asked; null if that was not kept. */
  linkMadeAt: v.optional(v.nullable(isoTimeSchema)),
  askedAt: isoTimeSchema,
  agreedAt: v.nullable(isoTimeSchema),
  /** Shows nothing until a yes is said anew: the server was restored from a backup of before an end, or the row names another child. */
  isPaused: v.boolean(),
});
export type Follower = v.InferOutput<typeof followerSchema>;

/** The calls about following, by name. */
export const followingCalls = {
  /**
   * Asks the family that gave a living link; asked again it changes nothing. `link-expired`: the link shows nothing, or is of the
   * own family. `follower-limit`: as many follow that friend or ask to, or the own family follows as many, as there may be.
   * `too-many-requests` also for a day after a refusal.
   */
  askToFollow: post('/api/following/ask', {
    request: v.object({ ...ofHousehold, link: v.string() }),
  }),
  followed: post('/api/following', { request: v.object(ofHousehold), reply: followedReplySchema }),
  /** Answers as the holder of a link does (`answerVisit`). */
  answerFollowed: post('/api/following/answer', {
    request: v.object({ ...ofHousehold, id: idSchema, answer: answerSchema }),
    reply: shownVisitSchema,
  }),
  /** Ends a following, or a question, from either side. */
  endFollowing: post('/api/following/end', { request: v.object({ ...ofHousehold, id: idSchema }) }),
  followers: post('/api/followers', {
    request: v.object(ofHousehold),
    reply: v.object({ household: idSchema, followers: v.array(followerSchema) }),
  }),
  /** A no keeps the row for a day, unseen. A yes of a following that is paused is said anew; `follower-limit`: as many follow already. */
  answerFollower: post('/api/followers/answer', {
    request: v.object({ ...ofHousehold, id: idSchema, yes: v.boolean() }),
  }),
} as const;
