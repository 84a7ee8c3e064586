import type { FastifyReply } from 'fastify';
import type { Account } from '#domain/protocol/calls.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import type { ParentNotice } from '../mail/translation.ts';

/** The services that the calls about parents share. */
export interface ParentContext extends AuthContext {
  /** Called after a move, which may have deleted the household that the account left. */
  onMoved: () => void;
}

/**
 * Mails whoever invited, came or went, and the others in a household: by default the one that the account is in. The change is
 * done already: a failure to find the others must not read as one of it.
 */
export async function tellParents(
  { store, mail }: ParentContext,
  moved: Account,
  [toMoved, toOthers]: readonly [ParentNotice, ParentNotice],
  reply: FastifyReply,
  household: string = moved.household,
): Promise<void> {
  // An account that left has no other parents to see.
  const opened = moved.household === household ? '/profile/parents' : '/dashboard';
  mail.sendNotice(toMoved, moved, reply, opened);
  const others = await store.parentsOf(household).catch(() => []);
  for (const { uid, email } of others)
    if (uid !== moved.uid) mail.sendNotice(toOthers, { uid, email, household }, reply, '/profile/parents');
}
