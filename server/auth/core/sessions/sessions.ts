import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Id, makeId } from '#domain/ids.ts';
import { MAX_SESSIONS } from '#domain/limits.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { CallError } from '../../../http/call-error.ts';
import { LIFETIMES } from '../../../limits.ts';
import type { PresentedCredential } from '../../../store/ports/store.ts';
import { isReauthenticatedByProvider } from '../sign-in-methods.ts';
import { createCookie } from './cookie.ts';
import { deviceName } from './device-name.ts';
import { createSessionFinder, sessionExpiry } from './find-session.ts';
import { hashIfSecret, hashOf, newSecret } from './secret.ts';

export type { OpenSession } from './find-session.ts';

/** The sessions of an account that are over, and of which it is remembered why. */
const MAX_REMEMBERED = 200;

/** Resolves requests to sessions by the token in their cookie. The store holds only the token's SHA-256. */
export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(context: Pick<Dependencies, 'config' | 'store' | 'now' | 'log'>) {
  const { config, store, now } = context;
  const cookie = createCookie(config, 'framme');
  const hashIn = (request: FastifyRequest) => hashIfSecret(cookie.read(request));
  const listeners: ((session: string) => void)[] = [];
  /** Notifies the listeners that the store ended these sessions, given by their hashes. */
  const notifyEnded = (ended: readonly string[]) => {
    for (const session of ended) for (const listener of listeners) listener(session);
  };
  const endByHash = async (session: string, remembered?: 'session-over') => {
    await store.endSession(session, remembered);
    notifyEnded([session]);
  };

  /** Ends the sessions above the limit, those that were silent longest. Their devices keep what they hold, locked. */
  const endSilent = async (uid: string, at: string) => {
    const silent = (await store.sessionsOf(uid, at)).slice(MAX_SESSIONS);
    for (const { tokenHash } of silent) await endByHash(tokenHash, 'session-over');
  };

  return {
    ...createSessionFinder(context, hashIn),
    /** Records a re-authentication just now, by password, passkey or provider. */
    markReauthenticated: (session: string) => store.reauthenticateSession(session, isoTime(now())),
    /** Registers a listener that gets the token hash of each session that this process ends. */
    onEnd: (listener: (session: string) => void) => void listeners.push(listener),
    notifyEnded,
    /**
     * Starts a session with a new token and ends the request's old one (no session fixation). Returns false if the account
     * was deleted or the presented credential was revoked meanwhile.
     */
    async start(uid: Id, reply: FastifyReply, presented?: PresentedCredential): Promise<boolean> {
      const { request } = reply;
      const token = newSecret();
      const former = hashIn(request);
      const started = now();
      const createdAt = isoTime(started);
      const reauthenticatedAt =
        isAuthentication(presented) || (await isReauthenticatedByProvider(store, uid)) ? createdAt : '';
      const times = { createdAt, reauthenticatedAt, expiresAt: sessionExpiry(started, started) };
      const named = { id: makeId(randomBytes(16)), name: deviceName(request.headers['user-agent']) };
      const session = { tokenHash: hashOf(token), uid, ...named, ...times };
      if (!(await store.openSession(session, presented))) return false;
      await endSilent(uid, createdAt);
      // Remembered: the browser may hold taps of the former account, and asks if that is gone.
      if (former !== undefined) {
        await endByHash(former, 'session-over');
        await store.forgetEndedSessions(uid, MAX_REMEMBERED);
      }
      cookie.set(reply, token, LIFETIMES.session);
      return true;
    },
    /** Ends the request's session, if any, and clears its cookie; with the hash `only`, if it is that one. */
    async end(reply: FastifyReply, only?: string): Promise<void> {
      const hash = hashIn(reply.request);
      if (only !== undefined && only !== hash) return;
      cookie.clear(reply);
      if (hash !== undefined) await endByHash(hash);
    },
    /** Ends one session by its id, or all but one (by its hash). Returns the number of sessions ended. */
    async endSessionsOf(uid: Id, which: { id: Id } | { allBut: string | undefined }): Promise<number> {
      const ended = await store.endSessionsOf(uid, which);
      notifyEnded(ended);
      return ended.length;
    },
  };
}

/** False for a provider, which may have let the person through without asking for anything. */
function isAuthentication(presented: PresentedCredential | undefined): boolean {
  return presented?.credential?.kind !== 'provider';
}

/** True if the request's session belongs to this account. */
export async function hasSessionOf(sessions: Sessions, uid: Id, request: FastifyRequest): Promise<boolean> {
  return (await sessions.findAccount(request))?.uid === uid;
}

/**
 * Throws 'reauthentication-needed' without a session of the account: a mail alone must not make somebody else's account one's own
 * (account pre-hijacking).
 */
export async function requireSessionOf(sessions: Sessions, uid: Id, request: FastifyRequest): Promise<void> {
  if (!(await hasSessionOf(sessions, uid, request))) throw new CallError('reauthentication-needed');
}
