import type { FastifyInstance } from 'fastify';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { Ground } from '../auth-context.ts';
import { accountNamed } from '../limits/limits.ts';

/** Takes the password once more, before what a phone that was left lying about should not be able to do. */
export function proveCall(app: FastifyInstance, ground: Ground): void {
  const { store, sessions, limits, passwords, knownDevices } = ground;
  registerCall(app, 'prove', async ({ password }, request) => {
    const { session, account } = await sessions.requireSession(request);
    const stored = await store.accountByUid(account.uid);
    const known = await knownDevices.find(request, account.uid);
    await limits.knownAddress(request);
    const counted = await limits.guess(request, accountNamed(account.email), known);
    const { fits } = await passwords.check(password, stored?.passwordHash ?? undefined);
    if (!fits) throw new CallError('invalid-credentials');
    await limits.entry(account.uid);
    await limits.forgive(counted);
    await sessions.prove(session);
    return {};
  });
}
