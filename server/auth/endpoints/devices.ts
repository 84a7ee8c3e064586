import type { FastifyInstance } from 'fastify';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';

/** Lists, names and signs out the account's devices, which are its sessions. Another account's devices are 'not-found'. */
export function deviceCalls(app: FastifyInstance, { store, sessions, now }: AuthContext): void {
  registerCall(app, 'devices', async (_nothing, request) => {
    const { id: ownId, account } = await sessions.requireSession(request);
    const listed = await store.sessionsOf(account.uid, isoTime(now()));
    return {
      devices: listed.map(({ id, name, createdAt, seenAt }) => ({
        ...{ id, name, createdAt, seenAt },
        isThis: id === ownId,
      })),
    };
  });
  registerCall(app, 'nameDevice', async ({ id, name }, request) => {
    const { uid } = await sessions.requireAccount(request);
    if (!(await store.nameSession(uid, id, name))) throw new CallError('not-found');
    return {};
  });
  registerCall(app, 'signOutDevice', async ({ id }, request) => {
    const { uid } = await sessions.requireAccount(request);
    if ((await sessions.endSessionsOf(uid, { id })) === 0) throw new CallError('not-found');
    return {};
  });
  registerCall(app, 'signOutOthers', async (_nothing, request) => {
    const { session, account } = await sessions.requireSession(request);
    await sessions.endSessionsOf(account.uid, { allBut: session });
    return {};
  });
}

/**
 * Tells a device which accounts of its former sessions were deleted, and the hash of its present one, to ask with later.
 * A caller that knows no hash, which is random, learns nothing.
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
