import * as v from 'valibot';
import { type Activity, activitySchema } from '#domain/protocol/account-calls.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { ActivityStore, ListedActivity } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireSignInMethodLeft } from '../core/sign-in-methods.ts';
import { providerOf } from '../providers/linked-identities.ts';

export const accountSecurityHandlers = (context: AuthContext): Handlers => ({
  ...deviceHandlers(context),
  ...activityHandlers(context),
  ...signInMethodHandlers(context),
});

/** Devices are sessions; another account's are 'not-found'. */
const deviceHandlers = ({ store, sessions, now }: AuthContext): Handlers => ({
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
   * Which previous sessions' accounts were deleted, and the current session's hash to ask with later. Random
   * hashes reveal nothing to strangers.
   */
  async otherAccounts({ sessions: asked }, request) {
    const ended =
      asked.length === 0 ? new Map<string, string>() : await store.endedSessions(asked, isoTime(now()));
    const gone = asked.filter((session) => ended.get(session) === 'account-gone');
    const open = await sessions.findSession(request);
    return open ? { gone, own: { uid: open.account.uid, session: open.session } } : { gone };
  },
});

/** Includes writing waiting events before the read. */
const LIST_WORK = 500;

/** Newest first. */
const activityHandlers = ({ store, sessions, events, now, limits }: AuthContext): Handlers => ({
  async activity(_nothing, request, reply) {
    const { uid, household } = await sessions.requireAccount(request);
    await limits.fairShare.from(request.ip).waitTurn(household, LIST_WORK, () => reply.raw.destroyed);
    await events.flush();
    return { activity: await listActivity(store, uid, now()) };
  },
});

/** `now` in ms. */
export async function listActivity(store: ActivityStore, uid: string, now: number): Promise<Activity[]> {
  return (await store.activityOf(uid, isoTime(now))).map(parseActivity);
}

const bodySchema = v.omit(activitySchema, ['at', 'times']);

function parseActivity({ body, at, times }: ListedActivity): Activity {
  return { ...v.parse(bodySchema, JSON.parse(body)), at, times };
}

const signInMethodHandlers = ({ store, sessions, mail }: AuthContext): Handlers => ({
  /** Besides passkeys. */
  async signInMethods(_nothing, request) {
    const { uid } = await sessions.requireAccount(request);
    const [stored, identities] = await Promise.all([
      store.accountByUid(uid),
      store.credentialsOf(uid, 'provider'),
    ]);
    return {
      hasPassword: stored?.passwordHash != null,
      providers: identities.map((one) => ({ provider: providerOf(one), since: one.createdAt })),
    };
  },
  /** Throws 'last-sign-in-method'. */
  async disconnectProvider({ provider }, request, reply) {
    const { account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    const identities = await store.credentialsOf(uid, 'provider');
    const keys = identities.filter((one) => providerOf(one) === provider).map(({ key }) => key);
    const isRemoved = await store.removeCredentials(uid, 'provider', keys, requireSignInMethodLeft);
    if (isRemoved) mail.sendNotice('providerDisconnected', account, reply);
    return {};
  },
});
