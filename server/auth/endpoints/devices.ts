import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';

/** Lists, names and signs out the account's devices, which are its sessions. Another account's devices are 'not-found'. */
export const deviceCalls = ({ store, sessions, now }: AuthContext): Handlers => ({
  async devices(_nothing, request) {
    const { id: ownId, account } = await sessions.requireSession(request);
    const listed = await store.sessionsOf(account.uid, isoTime(now()));
    const devices = listed.map(({ id, name, createdAt, seenAt }) => {
      return { id, name, createdAt, seenAt, isThis: id === ownId };
    });
    return { devices };
  },
  async nameDevice({ id, name }, request) {
    const { uid } = await sessions.requireAccount(request);
    if (!(await store.nameSession(uid, id, name))) throw new CallError('not-found');
    return {};
  },
  async signOutDevice({ id }, request) {
    const { uid } = await sessions.requireAccount(request);
    if ((await sessions.endSessionsOf(uid, { id })) === 0) throw new CallError('not-found');
    return {};
  },
  async signOutOthers(_nothing, request) {
    const { session, account } = await sessions.requireSession(request);
    await sessions.endSessionsOf(account.uid, { allBut: session });
    return {};
  },
  /**
   * Tells a device which accounts of its former sessions were deleted, and the hash of its present one, to ask with later.
   * A caller that knows no hash, which is random, learns nothing.
   */
  async heldAccounts({ sessions: asked }, request) {
    const ended =
      asked.length === 0 ? new Map<string, string>() : await store.endedSessions(asked, isoTime(now()));
    const gone = asked.filter((session) => ended.get(session) === 'account-gone');
    const open = await sessions.findSession(request);
    return open ? { gone, own: { uid: open.account.uid, session: open.session } } : { gone };
  },
});
