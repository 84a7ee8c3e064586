import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { linkHashSchema } from '../links/fields.ts';
import { isoTimeSchema } from '../time.ts';
import { get, post } from './call.ts';
import { accountSchema } from './sign-in-reply.ts';

/**
 * The calls by which a household gets a second parent, and by which one goes. An invitation is a secret that the inviter's
 * phone makes, like that of a link to a visit; the server has its hash alone. One that opens nothing, whatever the reason, is
 * answered alike: 410 `link-expired`.
 */

/** Any text: a malformed secret is answered as an unknown one. */
const inviteSecretSchema = v.string();

/** A parent's name and address, as the other parents of the household see them. */
const personSchema = v.object({
  uid: idSchema,
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
});

const parentSchema = v.object({
  ...personSchema.entries,
  /** The time of joining; of whoever registered the household, of registering. */
  since: isoTimeSchema,
  isYou: v.boolean(),
});

const openInviteSchema = v.object({
  madeAt: isoTimeSchema,
  expiresAt: isoTimeSchema,
  /** The parent who invites, who alone is told who asks, and approves. */
  by: idSchema,
  asked: v.nullable(
    v.object({
      ...personSchema.entries,
      at: isoTimeSchema,
      isLetIn: v.boolean(),
      /** False if no mail has proved that the address is theirs. */
      isVerified: v.optional(v.boolean()),
    }),
  ),
});

/** The household that whoever joins has now, and what becomes of it. */
const formerSchema = v.object({
  children: v.number(),
  visits: v.number(),
  /** Other parents stay in it, and it stays theirs; else it is deleted. */
  othersStay: v.boolean(),
});

const seenInviteSchema = v.object({
  /** The inviter's first name. */
  inviter: v.string(),
  expiresAt: isoTimeSchema,
  /**
   * `open`: nobody has asked. `own`: the session is of a parent of this household. `asked`, `approved`: the session's account
   * has asked, and may join. To anybody else the invitation opens nothing once somebody has asked.
   */
  state: v.picklist(['open', 'own', 'asked', 'let-in']),
  /** Null without a session, and for `own`. */
  former: v.nullable(formerSchema),
});

/** The calls about the parents of a household, by name. */
export const parentCalls = {
  parents: get(
    '/api/parents',
    /** You first, then by the time of joining. */
    v.object({ parents: v.array(parentSchema), invitation: v.nullable(openInviteSchema) }),
  ),
  /**
   * Needs recent authentication (`reauthentication-needed`). `invitation-open`: the household has an open invitation, to cancel first;
   * the same one sent again succeeds. `parent-limit`: it has as many parents as it can. `link-expired`: the hash was given
   * before, to an invitation that is over, by another family or to a link; a new secret is needed.
   */
  inviteParent: post('/api/parents/invite', {
    /** The SHA-256 of the secret; the household that the screen shows, else `other-household`. */
    request: v.object({ hash: linkHashSchema, household: idSchema }),
    reply: v.object({ expiresAt: isoTimeSchema }),
  }),
  /** Ends the household's open invitation, whichever parent made it; succeeds also without one. */
  cancelInvitation: post('/api/parents/cancel'),
  /** Needs no session. */
  lookAtInvitation: post('/api/parents/look', {
    request: v.object({ invitation: inviteSecretSchema }),
    reply: seenInviteSchema,
  }),
  /** Asks to join, once or again. Needs recent authentication. */
  askToJoin: post('/api/parents/ask', { request: v.object({ invitation: inviteSecretSchema }) }),
  /**
   * The inviter's answer to whoever asked. Yes needs a re-authentication after the sign-in, as removing does; no ends the
   * invitation. `not-found`: this account does not ask here. `parent-limit` as above.
   */
  letIn: post('/api/parents/let-in', { request: v.object({ uid: idSchema, yes: v.boolean() }) }),
  /**
   * Moves the session's account, once it is approved. The session stays, the account's other ones end. Needs a
   * re-authentication after the sign-in, as deleting an account does. `last-parent`: the page said that others stay in the
   * former household, and by now nobody would. Returns the account with its new household.
   */
  joinHousehold: post('/api/parents/join', {
    /** The household that the screen shows as the former one, else `other-household`, and what it says becomes of that. */
    request: v.object({
      invitation: inviteSecretSchema,
      household: idSchema,
      othersStay: v.optional(v.boolean()),
    }),
    reply: v.object({ account: accountSchema }),
  }),
  /**
   * Leaves, with one's own uid, or removes another parent. Whoever goes gets a new household, with a copy of children, people
   * and visits; without one only who leaves. The links that whoever goes made end unless `keepLinks`. Needs a re-authentication after the sign-in. `not-found`: no parent of this
   * household. `last-parent`: nobody would stay. Returns the session's account, with its household.
   */
  partHousehold: post('/api/parents/part', {
    request: v.object({
      uid: idSchema,
      copy: v.boolean(),
      household: idSchema,
      keepLinks: v.optional(v.boolean()),
    }),
    reply: v.object({ account: accountSchema }),
  }),
} as const;
