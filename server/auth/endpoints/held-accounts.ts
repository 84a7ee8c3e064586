import type { FastifyInstance } from 'fastify';
import { isoTime } from '#domain/time.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../core/auth-context.ts';

/**
 * Tells a device which accounts of its former sessions were deleted, and the hash of its present one, to ask with later.
 * Whoever knows no hash, which is random, learns nothing.
 */
export function heldAccountsCall(app: FastifyInstance, { store, sessions, now }: AuthContext): void {
  registerCall(app, 'heldAccounts', async ({ sessions: asked }, request) => {
    const ended =
      asked.length === 0 ? new Map<string, string>() : await store.endedSessions(asked, isoTime(now()));
    const gone = asked.filter((session) => ended.get(session) === 'account-gone');
    const open = await sessions.findSession(request);
    return open ? { gone, own: { uid: open.account.uid, session: open.session } } : { gone };
  });
}
