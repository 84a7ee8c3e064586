import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { comingSchema, saidComingSchema } from '../trips/coming.ts';
import { post } from './call.ts';
import { answerSchema, sharedVisitSchema } from './link-calls.ts';

/**
 * All need a session and name its household; another one is 409 `other-household`, so no tab shows one
 * family's children to the next. Unknown and foreign ids are both 404 (docs/decisions/0050-following.md).
 */

const ofHousehold = { household: idSchema };

/** A child that the own family follows, or asked to. */
const followSchema = v.object({
  id: idSchema,
  askedAt: isoTimeSchema,
  /** Null until the other family agrees; nothing else is shown before. */
  agreedAt: v.nullable(isoTimeSchema),
  name: v.nullable(v.string()),
  /** The first name of the host's child, which tells two follows apart; null while nothing may be shown. */
  child: v.nullable(v.string()),
  /** The visit as a link shows it; null while there is none, or nothing may be shown. */
  visit: v.nullable(sharedVisitSchema),
  /** Said by this family; empty once over. */
  coming: v.exactOptional(comingSchema),
});
export type Follow = v.InferOutput<typeof followSchema>;

const followListSchema = v.object({
  household: idSchema,
  asOf: isoTimeSchema,
  /** Oldest question first. */
  following: v.array(followSchema),
});
export type FollowList = v.InferOutput<typeof followListSchema>;

/** A family that follows a visitor of the own one, or asks to. */
const followerSchema = v.object({
  id: idSchema,
  visitor: v.string(),
  /** The visitor's first name at the question, then at the yes. */
  name: v.string(),
  /** All parents, current names. */
  parents: v.array(v.string()),
  /** While a yes is due, to tell who asks: in the order of `parents`. */
  accounts: v.optional(
    v.array(v.object({ email: v.string(), isVerified: v.boolean(), since: isoTimeSchema })),
  ),
  /** The time at which the link they asked by was made; null if not stored. */
  linkMadeAt: v.optional(v.nullable(isoTimeSchema)),
  askedAt: isoTimeSchema,
  agreedAt: v.nullable(isoTimeSchema),
  /** Shows nothing until confirmed again: after a restore, or with another first name. */
  isPaused: v.boolean(),
  /** Said by that family; empty once over. */
  coming: v.exactOptional(comingSchema),
});
export type Follower = v.InferOutput<typeof followerSchema>;

export const followingCalls = {
  /**
   * Asked again, it changes nothing. `link-expired`: also for the own family's link. `follower-limit`: the
   * visitor or the own family is at its limit. `too-many-requests`: also for a day after a refusal.
   */
  askToFollow: post('/api/following/ask', {
    request: v.object({ ...ofHousehold, link: v.string() }),
  }),
  followed: post('/api/following', { request: v.object(ofHousehold), reply: followListSchema }),
  /** Same rules as `answerVisit`. */
  answerFollowed: post('/api/following/answer', {
    request: v.object({ ...ofHousehold, id: idSchema, answer: answerSchema }),
    reply: sharedVisitSchema,
  }),
  /**
   * The child leaves for the host, or is expected there. `checked-in`: is there already. `invalid-request`: a time
   * that is past, or after tomorrow. Replies with the follow.
   */
  sayComing: post('/api/following/coming', {
    request: v.object({ ...ofHousehold, id: idSchema, said: saidComingSchema }),
    reply: followSchema,
  }),
  /** Ends a follow or a question, from either side. */
  endFollowing: post('/api/following/end', { request: v.object({ ...ofHousehold, id: idSchema }) }),
  followers: post('/api/followers', {
    request: v.object(ofHousehold),
    reply: v.object({ household: idSchema, followers: v.array(followerSchema) }),
  }),
  /** A no hides the row, which blocks asking for a day. A yes confirms a paused follow; `follower-limit`. */
  answerFollower: post('/api/followers/answer', {
    request: v.object({ ...ofHousehold, id: idSchema, yes: v.boolean() }),
  }),
} as const;
