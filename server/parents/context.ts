import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PagePath } from '#domain/pages/pages.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { SecurityEvents } from '../auth/core/events/security-events.ts';
import type { Limits } from '../auth/core/limits/limits.ts';
import type { Sessions } from '../auth/core/sessions/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Pace } from '../http/pace.ts';
import type { ParentNotice } from '../mail/translation.ts';

/** Writes the mails about parents, where the host sends mail. */
interface ParentMail {
  sendNotice(
    name: ParentNotice,
    to: Account,
    request: FastifyRequest,
    reply: FastifyReply,
    page: PagePath,
  ): void;
}

/** The services that the calls about parents share. */
export interface ParentContext extends Pick<Dependencies, 'store' | 'now'> {
  sessions: Sessions;
  limits: Limits;
  events: SecurityEvents;
  mail: ParentMail;
  pace: Pace;
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
  request: FastifyRequest,
  reply: FastifyReply,
  household: string = moved.household,
): Promise<void> {
  mail.sendNotice(toMoved, moved, request, reply, '/profile');
  const others = await store.parentsOf(household).catch(() => []);
  for (const { uid, email } of others)
    if (uid !== moved.uid) mail.sendNotice(toOthers, { uid, email, household }, request, reply, '/profile');
}
