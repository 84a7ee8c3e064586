import type { FastifyInstance } from 'fastify';
import { answer } from '../answer.ts';
import { CallError } from '../call-error.ts';
import type { WaysIn } from '../store/sign-in-port.ts';
import type { Ground } from './ground.ts';
import { linksOf } from './providers/links.ts';

/** What the account can be signed in to with, for the screens that ask for it. */
export function waysInCall(app: FastifyInstance, { store, sessions }: Ground): void {
  answer(app, 'waysIn', async (_nothing, request) => {
    const { uid } = await sessions.require(request);
    const [stored, links] = await Promise.all([store.accountByUid(uid), linksOf(store, uid)]);
    return {
      hasPassword: stored?.passwordHash != null,
      providers: links.map(({ provider, since }) => ({ provider, since })),
    };
  });
}

/** Throws 'last-way-in' where nobody could sign in to an account any more, beside what a mail can mend. */
export function refuseNone({ passwordHash, passkeys, providers }: WaysIn): void {
  if (passwordHash === null && passkeys + providers === 0) throw new CallError('last-way-in');
}
