import type { CallReply } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { Handlers } from '../http/register-call.ts';
import type { Store } from '../store/ports/store.ts';
import type { ParentContext } from './context.ts';
import { type InviteBody, parseInvite, showAsked } from './invites.ts';

type Listed = CallReply<'parents'>;

/** Lists the parents of the session's household, oneself first, and its open invitation. */
export const listParentsCalls = (context: ParentContext): Handlers => ({
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

/** Returns the open invitation as one of the parents may see it: who asks is told to the inviter alone. */
async function inviteFor(
  context: ParentContext,
  { uid, household }: { uid: string; household: string },
): Promise<Listed['invitation']> {
  const found = await context.store.openInvite(household, isoTime(context.now()));
  if (!found) return null;
  const { madeAt, asked } = parseInvite(found.body);
  const isTold = asked !== undefined && found.uid === uid;
  const asker = isTold ? await askerOf(context.store, asked) : null;
  // Whoever looks who it is finds nobody: no page says any longer that somebody asks.
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
