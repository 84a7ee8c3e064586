import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account, CallReply } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../http/call-error.ts';
import { REQUEST_WORK } from '../http/pace.ts';
import type { Handlers } from '../http/register-call.ts';
import type { ParentContext } from './context.ts';
import { findInvite, type InviteBody, showAsked } from './invites.ts';

/** Shows an invitation to whoever holds its secret, and writes into it who asks to join. */
export const askCalls = (context: ParentContext): Handlers => ({
  async lookAtInvitation({ invitation }, request, reply) {
    return look(context, invitation, await context.sessions.findAccount(request), reply);
  },
  async askToJoin({ invitation }, request) {
    const { account } = await context.sessions.requireRecentAuthentication(request);
    await ask(context, invitation, account, request);
    return {};
  },
});

async function look(
  context: ParentContext,
  secret: string,
  account: Account | undefined,
  { request, raw }: FastifyReply,
): Promise<CallReply<'lookAtInvitation'>> {
  const { store, pace } = context;
  const found = await findInvite(context, secret, account, request);
  const { inviter: uid, household, expiresAt, state } = found;
  await pace.from(request.ip).begin(`readers of ${household}`, REQUEST_WORK, () => raw.destroyed);
  const inviter = (await store.parentsOf(household)).find((parent) => parent.uid === uid);
  if (!inviter) throw new CallError('link-expired');
  const isAsker = account !== undefined && state !== 'own';
  const former = isAsker ? await formerOf(context, account) : null;
  return { inviter: inviter.profile.firstName, expiresAt, state, former };
}

/** Tells what becomes of the household that an account would leave. */
async function formerOf({ store }: ParentContext, { household }: Account) {
  const { children, visits, parents } = await store.contentsOf(household);
  return { children, visits, othersStay: parents > 1 };
}

/** Asked again it changes nothing. Throws 'link-expired' if somebody else was quicker, or the household is one's own. */
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
