import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { RATES } from '../../limits.ts';
import type { AuthContext } from '../auth-context.ts';
import { completeChange } from './change-email.ts';
import { verifyAddress } from './verify-email.ts';

/**
 * Does what the link of the same mail does, by the code typed into a session of the account: the phone where the parent is
 * signed in and the one that gets the mail may be different. Throws 'code-refused'.
 */
export const confirmCodeCalls = (context: AuthContext): Handlers => ({
  async confirmCode({ code }, request, reply) {
    const { store, sessions, limits, links, events } = context;
    const { uid, email } = await sessions.requireAccount(request);
    await limits.count('email-code', uid, RATES.mailedCodes);
    const change = await links.findByCode('change-email', uid, code);
    if (change) {
      const changed = await completeChange(context, change, reply);
      events.record(request, { event: 'email-changed', outcome: 'ok' });
      return { email: changed };
    }
    const verification = await links.findByCode('verify-email', uid, code);
    if (!verification) throw new CallError('code-refused');
    await verifyAddress(context, verification);
    events.record(request, { event: 'email-verified', outcome: 'ok' });
    return { email: (await store.accountByUid(uid))?.email ?? email };
  },
});
