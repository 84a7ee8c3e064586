import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { linkHashSchema } from '../links/link-fields.ts';
import { isoTimeSchema } from '../time.ts';
import { accountSchema, get, post } from './call.ts';

/**
 * The inviter's phone makes the secret; the server has only its hash. An invitation that opens nothing, for
 * any reason, answers 410 `link-expired`.
 */

/** A malformed secret is answered like an unknown one. */
const inviteSecretSchema = v.string();

const personSchema = v.object({
  uid: idSchema,
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
});

const parentSchema = v.object({
  ...personSchema.entries,
  /** The time of joining, or of registering the household. */
  since: isoTimeSchema,
  isYou: v.boolean(),
});

const openInviteSchema = v.object({
  madeAt: isoTimeSchema,
  expiresAt: isoTimeSchema,
  /** Only the inviter sees who asks, and approves. */
  by: idSchema,
  asked: v.nullable(
    v.object({
      ...personSchema.entries,
      at: isoTimeSchema,
      isLetIn: v.boolean(),
      /** False: no mail has proved the address. */
      isVerified: v.optional(v.boolean()),
    }),
  ),
});

/** The household that the account has before it joins. */
const formerSchema = v.object({
  children: v.number(),
  visits: v.number(),
  /** Else the household is deleted. */
  othersStay: v.boolean(),
});

const seenInviteSchema = v.object({
  inviter: v.string(),
  expiresAt: isoTimeSchema,
  /**
   * `open`: nobody asked. `own`: the session's household. `asked`, `let-in`: this account asked, or may join.
   * Once somebody asked, it opens nothing to others.
   */
  state: v.picklist(['open', 'own', 'asked', 'let-in']),
  /** Null without a session, and for `own`. */
  former: v.nullable(formerSchema),
});

export const parentCalls = {
  parents: get(
    '/api/parents',
    /** You first, then by joining time. */
    v.object({ parents: v.array(parentSchema), invitation: v.nullable(openInviteSchema) }),
  ),
  /**
   * Needs recent authentication. `invitation-open`: cancel that one; the same hash may be resent.
   * `link-expired`: a used hash; make a new secret.
   */
  inviteParent: post('/api/parents/invite', {
    /** `household`: the one on the screen, else `other-household`. */
    request: v.object({ hash: linkHashSchema, household: idSchema }),
    reply: v.object({ expiresAt: isoTimeSchema }),
  }),
  /** Ends any parent's open invitation; succeeds also without one. */
  cancelInvitation: post('/api/parents/cancel'),
  /** Needs no session. */
  previewInvitation: post('/api/parents/look', {
    request: v.object({ invitation: inviteSecretSchema }),
    reply: seenInviteSchema,
  }),
  /** Needs recent authentication. */
  askToJoin: post('/api/parents/ask', { request: v.object({ invitation: inviteSecretSchema }) }),
  /**
   * By the inviter. Yes needs a re-authentication after the sign-in; no ends the invitation. `not-found`:
   * this account does not ask.
   */
  letIn: post('/api/parents/let-in', { request: v.object({ uid: idSchema, yes: v.boolean() }) }),
  /**
   * After approval. This session stays, the account's others end. Needs a re-authentication after the
   * sign-in. `last-parent`: the page said that others stay behind, and nobody would.
   */
  joinHousehold: post('/api/parents/join', {
    /** The previous household, as on the screen, else `other-household`. */
    request: v.object({
      invitation: inviteSecretSchema,
      household: idSchema,
      othersStay: v.optional(v.boolean()),
    }),
    reply: v.object({ account: accountSchema }),
  }),
  /**
   * Leaves (own uid) or removes another parent, who then always gets a `copy`. Their links end unless
   * `keepLinks`. Needs a re-authentication after the sign-in. `not-found`: no parent here. `last-parent`:
   * nobody would stay.
   */
  leaveHousehold: post('/api/parents/part', {
    request: v.object({
      uid: idSchema,
      copy: v.boolean(),
      household: idSchema,
      keepLinks: v.optional(v.boolean()),
    }),
    reply: v.object({ account: accountSchema }),
  }),
} as const;
