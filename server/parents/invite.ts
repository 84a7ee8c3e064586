import { INVITE_MS, MAX_PARENTS } from '#domain/limits.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../http/call-error.ts';
import type { Handlers } from '../http/register-call.ts';
import { RATES } from '../limits.ts';
import type { ParentContext } from './context.ts';
import { tellParents } from './context.ts';
import { type InviteBody, showAsked } from './invites.ts';

const REFUSALS = {
  open: 'invitation-open',
  full: 'parent-limit',
  elsewhere: 'other-household',
  given: 'link-expired',
} as const;

/** Stores the hash of an invitation that the inviter's phone made, and ends it when a parent asks for that. */
export const inviteCalls = (context: ParentContext): Handlers => ({
  async inviteParent({ hash, household }, request, reply) {
    const { store, sessions, limits, events, now } = context;
    const { account } = await sessions.requireRecentAuthentication(request);
    if (account.household !== household) throw new CallError('other-household');
    await limits.count('parent-invite', household, RATES.parentInvitations);
    const at = now();
    const body: InviteBody = { madeAt: isoTime(at) };
    const expiresAt = isoTime(at + INVITE_MS);
    const invite = { hash, uid: account.uid, body: JSON.stringify(body), expiresAt, now: isoTime(at) };
    const put = await store.putInvite(household, invite, MAX_PARENTS);
    if (put === 'again') return { expiresAt };
    if (put !== 'put') throw new CallError(REFUSALS[put]);
    events.record(request, { event: 'parent-invited', outcome: 'ok', uid: account.uid });
    await tellParents(context, account, ['familyInvited', 'parentInvited'], reply);
    return { expiresAt };
  },
  async cancelInvitation(_nothing, request) {
    const { store, sessions, now } = context;
    const { household } = await sessions.requireAccount(request);
    const found = await store.openInvite(household, isoTime(now()));
    await store.endInvites(household);
    if (found?.uid) await showAsked(context, { household, inviter: found.uid }, undefined);
    return {};
  },
});
