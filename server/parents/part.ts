import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { makeId } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { OpenSession } from '../auth/core/sessions/sessions.ts';
import { CallError } from '../http/call-error.ts';
import type { Handlers } from '../http/register-call.ts';
import { RATES } from '../limits.ts';
import type { ParentContext } from './context.ts';
import { tellParents } from './context.ts';

/**
 * Moves an account out of the household, into one of its own: the session's, or that of another parent. It is final from then
 * on, so that the sign-in itself does not count as authentication.
 */
export const partCalls = (context: ParentContext): Handlers => ({
  async partHousehold({ uid, copy, household, keepLinks = false }, request, reply) {
    const { sessions, limits } = context;
    const open = await sessions.requireReauthentication(request);
    const { account } = open;
    if (account.household !== household) throw new CallError('other-household');
    if (!copy && uid !== account.uid) throw new CallError('invalid-request', { field: 'copy' });
    const going = await parentOf(context, account, uid);
    await limits.count('parting', account.uid, RATES.partings);
    const parted = await part(context, open, going, { copy, keepLinks });
    record(context, account, going, request);
    const toMoved = copy ? 'familyLeft' : 'familyLeftEmpty';
    await tellParents(context, parted, [toMoved, 'parentLeft'], reply, household);
    return { account: uid === account.uid ? parted : account };
  },
});

/** Finds a parent of the account's own household. Throws 'not-found'. */
async function parentOf({ store }: ParentContext, { household }: Account, uid: string): Promise<Account> {
  const found = await store.accountByUid(uid);
  if (found?.household !== household) throw new CallError('not-found');
  return { uid, household, email: found.email };
}

/** Returns the account with its new household. Throws 'last-parent', and 'not-found' if it went meanwhile. */
async function part(
  { store, sessions, now, onMoved }: ParentContext,
  { account, session }: OpenSession,
  going: Account,
  wishes: { copy: boolean; keepLinks: boolean },
): Promise<Account> {
  const [at, to] = [isoTime(now()), makeId(randomBytes(16))];
  const parted = await store.partAccount({
    ...{ uid: going.uid, from: going.household, to, now: at, ...wishes },
    // Removed by another parent, none stays signed in.
    session: going.uid === account.uid ? session : undefined,
    profile: ({ joinedAt: _joined, askedUntil: _asked, ...profile }) => ({ ...profile, updatedAt: at }),
  });
  if (parted === 'last') throw new CallError('last-parent');
  if (parted === 'elsewhere') throw new CallError('not-found');
  sessions.notifyEnded(parted.ended);
  onMoved();
  return { ...going, household: to };
}

function record(
  { events }: ParentContext,
  { uid }: Account,
  { uid: going }: Account,
  request: FastifyRequest,
): void {
  const outcome = 'ok';
  if (going === uid) events.record(request, { event: 'family-left', outcome, uid });
  else {
    events.record(request, { event: 'parent-removed', outcome, uid });
    events.record(request, { event: 'removed-from-family', outcome, uid: going });
  }
}
