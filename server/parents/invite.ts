import type { FastifyInstance } from 'fastify';
import { MAX_PARENTS } from '#domain/limits.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { CallError } from '../http/call-error.ts';
import { registerCall } from '../http/register-call.ts';
import type { RateLimit } from '../store/ports/store.ts';
import type { ParentContext } from './context.ts';
import { tellParents } from './context.ts';
import { INVITE_MS, type InviteBody } from './invites.ts';

/** Invitations of one household, those included that were refused or are cancelled. */
const INVITES: RateLimit = { burst: 10, interval: 15 * MINUTE_MS };

const REFUSALS = {
  open: 'invite-open',
  full: 'parent-limit',
  elsewhere: 'other-household',
  given: 'link-expired',
} as const;

/** Stores the hash of an invitation that the inviter's phone made, and ends it when a parent asks for that. */
export function inviteCalls(app: FastifyInstance, context: ParentContext): void {
  const { store, sessions, limits, events, now } = context;
  registerCall(app, 'inviteParent', async ({ hash, household }, request, reply) => {
    const { account } = await sessions.requireRecentAuthentication(request);
    if (account.household !== household) throw new CallError('other-household');
    await limits.count('parent-invite', household, INVITES);
    const at = now();
    const body: InviteBody = { madeAt: isoTime(at) };
    const expiresAt = isoTime(at + INVITE_MS);
    const invite = { hash, uid: account.uid, body: JSON.stringify(body), expiresAt, now: isoTime(at) };
    const put = await store.putInvite(household, invite, MAX_PARENTS);
    if (put === 'again') return { expiresAt };
    if (put !== 'put') throw new CallError(REFUSALS[put]);
    events.record(request, { event: 'parent-invited', outcome: 'ok', uid: account.uid });
    await tellParents(context, account, ['familyInvited', 'parentInvited'], request, reply);
    return { expiresAt };
  });
  registerCall(app, 'cancelInvite', async (_nothing, request) => {
    const { household } = await sessions.requireAccount(request);
    await store.endInvites(household);
    return {};
  });
}
