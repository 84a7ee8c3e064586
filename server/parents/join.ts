import type { FastifyRequest } from 'fastify';
import { MAX_PARENTS } from '#domain/limits.ts';
import { isoTime } from '#domain/time.ts';
import type { OpenSession } from '../auth/core/sessions/sessions.ts';
import { CallError } from '../http/call-error.ts';
import type { Handlers } from '../http/register-call.ts';
import type { ParentContext } from './context.ts';
import { tellParents } from './context.ts';
import { findInvite } from './invites.ts';

const REFUSALS = {
  elsewhere: 'other-household',
  expired: 'link-expired',
  full: 'parent-limit',
  last: 'last-parent',
} as const;

/**
 * Moves the session's account into the household that it was let into. Nothing brings a deleted former household back, so that the
 * sign-in itself does not count as authentication, unless that household holds nothing, as just after a registration.
 */
export const joinCalls = (context: ParentContext): Handlers => ({
  async joinHousehold({ invitation: secret, household, othersStay = false }, request, reply) {
    const { store, sessions, limits, events, now, onMoved } = context;
    const { account, session } = await authenticated(context, request);
    if (account.household !== household) throw new CallError('other-household');
    const invite = await findInvite(context, secret, account, request);
    if (invite.state !== 'let-in') {
      await limits.countMissedLink(request);
      throw new CallError('link-expired');
    }
    const at = isoTime(now());
    const moved = await store.moveAccount({
      ...{ uid: account.uid, from: household, to: invite.household, session, now: at, invite },
      ...{ most: MAX_PARENTS, othersStay },
      profile: ({ askedUntil: _asked, ...profile }) => ({ ...profile, joinedAt: at, updatedAt: at }),
    });
    if (typeof moved === 'string') throw new CallError(REFUSALS[moved]);
    sessions.notifyEnded(moved.ended);
    onMoved();
    events.record(request, { event: 'family-joined', outcome: 'ok', uid: account.uid });
    const joined = { ...account, household: invite.household };
    await tellParents(context, joined, ['familyJoined', 'parentJoined'], reply);
    return { account: joined };
  },
});

async function authenticated(
  { store, sessions }: ParentContext,
  request: FastifyRequest,
): Promise<OpenSession> {
  const open = await sessions.requireRecentAuthentication(request);
  const { children, visits, parents } = await store.contentsOf(open.account.household);
  const isEmpty = parents === 1 && children + visits === 0;
  return isEmpty ? open : sessions.requireReauthentication(request);
}
