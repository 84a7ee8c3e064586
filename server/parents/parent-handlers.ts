import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { makeId } from '#domain/ids.ts';
import type { Account, CallReply } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { OpenSession } from '../auth/core/sessions/sessions.ts';
import { CallError } from '../http/call-error.ts';
import type { Handlers } from '../http/register-call.ts';
import { RATE_LIMITS } from '../load-limits/limit-numbers.ts';
import type { Store } from '../store/ports/store.ts';
import { invitationHandlers } from './invitation-handlers.ts';
import { type InviteBody, parseInvite, showAsked } from './invites.ts';
import { notifyParents, type ParentContext } from './notify-parents.ts';

export const parentHandlers = (context: ParentContext): Handlers => ({
  ...listParentsHandlers(context),
  ...invitationHandlers(context),
  ...leaveHandlers(context),
});

type Listed = CallReply<'parents'>;

/** Oneself first. */
const listParentsHandlers = (context: ParentContext): Handlers => ({
  async parents(_nothing, request) {
    const { store, sessions } = context;
    const { uid, household } = await sessions.requireAccount(request);
    const stored = await store.parentsOf(household);
    const parents = stored.map((parent) => {
      const { firstName, lastName, joinedAt, createdAt } = parent.profile;
      const person = { uid: parent.uid, firstName, lastName, email: parent.email };
      return { ...person, since: joinedAt ?? createdAt, isYou: parent.uid === uid };
    });
    const own = parents.filter(({ isYou }) => isYou);
    const others = parents.filter(({ isYou }) => !isYou);
    return { parents: [...own, ...others], invitation: await inviteFor(context, { uid, household }) };
  },
});

/** Only the inviter sees who asks. */
async function inviteFor(
  context: ParentContext,
  { uid, household }: { uid: string; household: string },
): Promise<Listed['invitation']> {
  const found = await context.store.openInvite(household, isoTime(context.now()));
  if (!found) return null;
  const { madeAt, asked } = parseInvite(found.body);
  const isTold = asked !== undefined && found.uid === uid;
  const asker = isTold ? await askerOf(context.store, asked) : null;
  // The asker deleted the account: clear the asked mark.
  if (isTold && !asker) await showAsked(context, { household, inviter: uid }, undefined);
  return { madeAt, expiresAt: found.expiresAt, by: found.uid, asked: asker };
}

/** Null if the account was deleted since. */
async function askerOf(
  store: Store,
  { uid, at, approvedAt }: NonNullable<InviteBody['asked']>,
): Promise<NonNullable<Listed['invitation']>['asked']> {
  const account = await store.accountByUid(uid);
  if (!account) return null;
  const parents = await store.parentsOf(account.household);
  const asker = parents.find((parent) => parent.uid === uid);
  if (!asker) return null;
  const { firstName, lastName } = asker.profile;
  const person = { uid, firstName, lastName, email: asker.email, at };
  return { ...person, isLetIn: approvedAt !== undefined, isVerified: account.emailVerifiedAt !== null };
}

/** Moves a parent into a new household. It is final, so a recent sign-in is not enough. */
const leaveHandlers = (context: ParentContext): Handlers => ({
  async leaveHousehold({ uid, copy, household, keepLinks = false }, request, reply) {
    const { sessions, limits } = context;
    const open = await sessions.requireReauthentication(request);
    const { account } = open;
    if (account.household !== household) throw new CallError('other-household');
    if (!copy && uid !== account.uid) throw new CallError('invalid-request', { field: 'copy' });
    const going = await parentOf(context, account, uid);
    await limits.count('parting', account.uid, RATE_LIMITS.leaveHousehold);
    const moved = await leave(context, open, going, { copy, keepLinks });
    record(context, account, going, request);
    const toMoved = copy ? 'familyLeft' : 'familyLeftEmpty';
    await notifyParents(context, moved, [toMoved, 'parentLeft'], reply, household);
    return { account: uid === account.uid ? moved : account };
  },
});

async function parentOf({ store }: ParentContext, { household }: Account, uid: string): Promise<Account> {
  const found = await store.accountByUid(uid);
  if (found?.household !== household) throw new CallError('not-found');
  return { uid, household, email: found.email };
}

/** Throws 'last-parent', and 'not-found' if the parent left meanwhile. */
async function leave(
  { store, sessions, now, onMoved }: ParentContext,
  { account, session }: OpenSession,
  going: Account,
  wishes: { copy: boolean; keepLinks: boolean },
): Promise<Account> {
  const [at, to] = [isoTime(now()), makeId(randomBytes(16))];
  const moved = await store.moveToNewHousehold({
    uid: going.uid,
    from: going.household,
    to,
    now: at,
    ...wishes,
    // A parent removed by another is signed out everywhere.
    session: going.uid === account.uid ? session : undefined,
    profile: ({ joinedAt: _joined, askedUntil: _asked, ...profile }) => ({ ...profile, updatedAt: at }),
  });
  if (moved === 'last') throw new CallError('last-parent');
  if (moved === 'elsewhere') throw new CallError('not-found');
  sessions.notifyEnded(moved.ended);
  onMoved();
  return { ...going, household: to };
}

function record(
  { events }: ParentContext,
  { uid }: Account,
  { uid: going }: Account,
  request: FastifyRequest,
): void {
  const outcome = 'ok';
  if (going === uid) events.record(request, { event: 'family-left', outcome, uid });
  else {
    events.record(request, { event: 'parent-removed', outcome, uid });
    events.record(request, { event: 'removed-from-family', outcome, uid: going });
  }
}
