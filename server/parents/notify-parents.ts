import type { FastifyReply } from 'fastify';
import type { Account } from '#domain/protocol/calls.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import type { ParentNotice } from '../mail/translation.ts';

export interface ParentContext extends AuthContext {
  /** Called after a move, which may have deleted the household left. */
  onMoved: () => void;
}

/** Mails the moved parent and the others of `household`; failing to find them must not fail the change. */
export async function notifyParents(
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
