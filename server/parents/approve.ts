import { MAX_PARENTS } from '#domain/limits.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../http/call-error.ts';
import type { Handlers } from '../http/register-call.ts';
import type { ParentContext } from './context.ts';
import { parseInvite, showAsked } from './invites.ts';

/**
 * Lets in, or turns away, whoever asked by one's own invitation. Any other account is 'not-found'. Who is let in can remove the
 * inviter, so that the sign-in itself does not count as authentication.
 */
export const approveCalls = (context: ParentContext): Handlers => ({
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

/** Finds the account's own open invitation, by which `uid` asked. Throws 'not-found'. */
async function askedBy({ store, now }: ParentContext, account: Account, uid: string) {
  const found = await store.openInvite(account.household, isoTime(now()));
  const { asked, ...invite } = found ? parseInvite(found.body) : {};
  const isOwn = found?.uid === account.uid && asked?.uid === uid;
  if (!found || !asked || !isOwn || !(await store.accountByUid(uid))) throw new CallError('not-found');
  const { hash, body } = found;
  return { hash, body, invite: { ...invite, asked } };
}
