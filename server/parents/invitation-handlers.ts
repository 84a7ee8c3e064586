import type { FastifyReply, FastifyRequest } from 'fastify';
import { INVITE_MS, MAX_PARENTS } from '#domain/limits.ts';
import type { Account, CallReply } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { OpenSession } from '../auth/core/sessions/sessions.ts';
import { CallError } from '../http/call-error.ts';
import type { Handlers } from '../http/register-call.ts';
import { FAIR_SHARE, RATE_LIMITS } from '../load-limits/limit-numbers.ts';
import { findInvite, type InviteBody, parseInvite, showAsked } from './invites.ts';
import { notifyParents, type ParentContext } from './notify-parents.ts';

export const invitationHandlers = (context: ParentContext): Handlers => ({
  ...inviteHandlers(context),
  ...askHandlers(context),
  ...approveHandlers(context),
  ...joinHandlers(context),
});

const INVITE_REFUSALS = {
  open: 'invitation-open',
  full: 'parent-limit',
  elsewhere: 'other-household',
  given: 'link-expired',
} as const;

/** Only the hash is stored: the inviter's phone made the secret. */
const inviteHandlers = (context: ParentContext): Handlers => ({
  async inviteParent({ hash, household }, request, reply) {
    const { store, sessions, limits, events, now } = context;
    const { account } = await sessions.requireRecentAuthentication(request);
    if (account.household !== household) throw new CallError('other-household');
    await limits.count('parent-invite', household, RATE_LIMITS.parentInvitations);
    const at = now();
    const body: InviteBody = { madeAt: isoTime(at) };
    const expiresAt = isoTime(at + INVITE_MS);
    const invite = { hash, uid: account.uid, body: JSON.stringify(body), expiresAt, now: isoTime(at) };
    const put = await store.putInvite(household, invite, MAX_PARENTS);
    if (put === 'again') return { expiresAt };
    if (put !== 'put') throw new CallError(INVITE_REFUSALS[put]);
    events.record(request, { event: 'parent-invited', outcome: 'ok', uid: account.uid });
    await notifyParents(context, account, ['familyInvited', 'parentInvited'], reply);
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

const askHandlers = (context: ParentContext): Handlers => ({
  async previewInvitation({ invitation }, request, reply) {
    return preview(context, invitation, await context.sessions.findAccount(request), reply);
  },
  async askToJoin({ invitation }, request) {
    const { account } = await context.sessions.requireRecentAuthentication(request);
    await ask(context, invitation, account, request);
    return {};
  },
});

async function preview(
  context: ParentContext,
  secret: string,
  account: Account | undefined,
  { request, raw }: FastifyReply,
): Promise<CallReply<'previewInvitation'>> {
  const { store, limits } = context;
  const found = await findInvite(context, secret, account, request);
  const { inviter: uid, household, expiresAt, state } = found;
  const fairShare = limits.fairShare.from(request.ip);
  await fairShare.waitTurn(`link holders of ${household}`, FAIR_SHARE.requestWork, () => raw.destroyed);
  const inviter = (await store.parentsOf(household)).find((parent) => parent.uid === uid);
  if (!inviter) throw new CallError('link-expired');
  const isAsker = account !== undefined && state !== 'own';
  const former = isAsker ? await formerOf(context, account) : null;
  return { inviter: inviter.profile.firstName, expiresAt, state, former };
}

/** Shows what becomes of the household that the account would leave. */
async function formerOf({ store }: ParentContext, { household }: Account) {
  const { children, visits, parents } = await store.contentsOf(household);
  return { children, visits, othersStay: parents > 1 };
}

/** Idempotent. Throws 'link-expired' if somebody else asked first, or the household is one's own. */
async function ask(
  context: ParentContext,
  secret: string,
  account: Account,
  request: FastifyRequest,
): Promise<void> {
  const { store, limits } = context;
  const found = await findInvite(context, secret, account, request);
  const { state, madeAt, hash, body } = found;
  if (state === 'let-in') return;
  const now = isoTime(context.now());
  const asked: InviteBody = { madeAt, asked: { uid: account.uid, at: now } };
  const isAsked = state === 'open' && (await store.updateInvite(hash, body, JSON.stringify(asked), now));
  if (isAsked || state === 'asked') return showAsked(context, found, found.expiresAt);
  await limits.countMissedLink(request);
  throw new CallError('link-expired');
}

/**
 * Only who asked by one's own invitation, else 'not-found'. The newcomer can remove the inviter, so a
 * re-authentication is required.
 */
const approveHandlers = (context: ParentContext): Handlers => ({
  async letIn({ uid, yes }, request) {
    const { store, sessions, events, now } = context;
    const { account } = await (yes
      ? sessions.requireReauthentication(request)
      : sessions.requireSession(request));
    const { hash, body, invite } = await askedBy(context, account, uid);
    const noteAnswered = () =>
      showAsked(context, { household: account.household, inviter: account.uid }, undefined);
    const at = isoTime(now());
    if (!yes) {
      await store.consumeOneTimeToken('parent-invite', hash, at);
      await noteAnswered();
      return {};
    }
    if (invite.asked.approvedAt !== undefined) return {};
    const { parents } = await store.contentsOf(account.household);
    if (parents >= MAX_PARENTS) throw new CallError('parent-limit');
    const approved = { ...invite, asked: { ...invite.asked, approvedAt: at } };
    if (!(await store.updateInvite(hash, body, JSON.stringify(approved), at)))
      throw new CallError('not-found');
    events.record(request, { event: 'parent-approved', outcome: 'ok', uid: account.uid });
    await noteAnswered();
    return {};
  },
});

async function askedBy({ store, now }: ParentContext, account: Account, uid: string) {
  const found = await store.openInvite(account.household, isoTime(now()));
  const { asked, ...invite } = found ? parseInvite(found.body) : {};
  const isOwn = found?.uid === account.uid && asked?.uid === uid;
  if (!found || !asked || !isOwn || !(await store.accountByUid(uid))) throw new CallError('not-found');
  const { hash, body } = found;
  return { hash, body, invite: { ...invite, asked } };
}

const JOIN_REFUSALS = {
  elsewhere: 'other-household',
  expired: 'link-expired',
  full: 'parent-limit',
  last: 'last-parent',
} as const;

/** A deleted household cannot be restored, so a re-authentication is required unless it is empty. */
const joinHandlers = (context: ParentContext): Handlers => ({
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
      uid: account.uid,
      from: household,
      to: invite.household,
      session,
      now: at,
      invite,
      most: MAX_PARENTS,
      othersStay,
      profile: ({ askedUntil: _asked, ...profile }) => ({ ...profile, joinedAt: at, updatedAt: at }),
    });
    if (typeof moved === 'string') throw new CallError(JOIN_REFUSALS[moved]);
    sessions.notifyEnded(moved.ended);
    onMoved();
    events.record(request, { event: 'family-joined', outcome: 'ok', uid: account.uid });
    const joined = { ...account, household: invite.household };
    await notifyParents(context, joined, ['familyJoined', 'parentJoined'], reply);
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
