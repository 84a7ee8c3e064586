import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Id, makeId } from '#domain/ids.ts';
import { MAX_SESSIONS } from '#domain/limits.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { HOUR_MS, isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { CallError } from '../../../http/call-error.ts';
import { LIFETIMES } from '../../../server-limits.ts';
import type { FoundSession, PresentedCredential } from '../../../store/ports/store.ts';
import { isReauthenticatedByProvider } from '../sign-in-methods.ts';
import { createCookie } from './browser-tokens.ts';
import { deviceName } from './device-name.ts';
import { hashIfSecret, hashOf, newSecret } from './secret.ts';

/** Ended sessions per account whose reason is remembered. */
const MAX_REMEMBERED = 200;

/** The store holds only the token's SHA-256. */
export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(context: Dependencies) {
  const { config, store, now } = context;
  const cookie = createCookie(config, 'framme');
  const hashIn = (request: FastifyRequest) => hashIfSecret(cookie.read(request));
  const listeners: ((session: string) => void)[] = [];
  /** `ended`: hashes of sessions that the store ended. */
  const notifyEnded = (ended: readonly string[]) => {
    for (const session of ended) for (const listener of listeners) listener(session);
  };
  const endByHash = async (session: string, remembered?: 'session-over') => {
    await store.endSession(session, remembered);
    notifyEnded([session]);
  };

  /** Ends those unused longest above the limit; their devices keep their data, locked. */
  const endSilent = async (uid: string, at: string) => {
    const silent = (await store.sessionsOf(uid, at)).slice(MAX_SESSIONS);
    for (const { tokenHash } of silent) await endByHash(tokenHash, 'session-over');
  };

  return {
    ...createSessionFinder(context, hashIn),
    markReauthenticated: (session: string) => store.reauthenticateSession(session, isoTime(now())),
    /** `session`: the token's hash; only sessions that this process ends. */
    onEnd: (listener: (session: string) => void) => void listeners.push(listener),
    notifyEnded,
    /**
     * Replaces the request's session by a new token (no session fixation). False if the account was deleted
     * or the credential revoked meanwhile.
     */
    async start(uid: Id, reply: FastifyReply, presented?: PresentedCredential): Promise<boolean> {
      const { request } = reply;
      const token = newSecret();
      const previous = hashIn(request);
      const started = now();
      const createdAt = isoTime(started);
      // A provider may ask the person for nothing.
      const isProvider = presented?.credential?.kind === 'provider';
      const reauthenticatedAt =
        !isProvider || (await isReauthenticatedByProvider(store, uid)) ? createdAt : '';
      const times = { createdAt, reauthenticatedAt, expiresAt: sessionExpiry(started, started) };
      const named = { id: makeId(randomBytes(16)), name: deviceName(request.headers['user-agent']) };
      const session = { tokenHash: hashOf(token), uid, ...named, ...times };
      if (!(await store.openSession(session, presented))) return false;
      await endSilent(uid, createdAt);
      // Remembered, since the browser may hold the previous account's taps and asks if it was deleted.
      if (previous !== undefined) {
        await endByHash(previous, 'session-over');
        await store.forgetEndedSessions(uid, MAX_REMEMBERED);
      }
      cookie.set(reply, token, LIFETIMES.session);
      return true;
    },
    /** Clears the cookie too; with the hash `only`, just that session. */
    async end(reply: FastifyReply, only?: string): Promise<void> {
      const hash = hashIn(reply.request);
      if (only !== undefined && only !== hash) return;
      cookie.clear(reply);
      if (hash !== undefined) await endByHash(hash);
    },
    /** By id, or all but one (by hash). Returns how many ended. */
    async endSessionsOf(uid: Id, which: { id: Id } | { allBut: string | undefined }): Promise<number> {
      const ended = await store.endSessionsOf(uid, which);
      notifyEnded(ended);
      return ended.length;
    },
  };
}

export async function hasSessionOf(sessions: Sessions, uid: Id, request: FastifyRequest): Promise<boolean> {
  return (await sessions.findAccount(request))?.uid === uid;
}

/** Bounds the writes for sessions in use. */
const SEEN_EVERY_MS = HOUR_MS;

/** ISO, from ms since 1970. */
function sessionExpiry(started: number, seen: number): string {
  return isoTime(Math.min(started + LIFETIMES.session, seen + LIFETIMES.unseenSession));
}

export interface OpenSession {
  session: string;
  account: Account;
  /** For the list of devices. */
  id: Id;
}

function createSessionFinder(context: Dependencies, hashIn: (request: FastifyRequest) => string | undefined) {
  const { store, now, log } = context;
  const accounts = new WeakMap<FastifyRequest, Id>();
  /** Not awaited; the next request retries. */
  const markSeen = (request: FastifyRequest, session: string, { createdAt }: FoundSession, at: number) => {
    store.touchSession(session, isoTime(at), sessionExpiry(Date.parse(createdAt), at)).catch((error) => {
      log.warn({ request: request.id, error }, 'a session could not be marked as seen');
    });
  };
  const find = async (request: FastifyRequest) => {
    const session = hashIn(request);
    const at = now();
    const found = session && (await store.session(session, isoTime(at)));
    if (!session || !found) return undefined;
    if (Date.parse(found.seenAt) + SEEN_EVERY_MS <= at) markSeen(request, session, found, at);
    accounts.set(request, found.uid);
    return { session, found };
  };
  /** The session may have ended while the request was handled. */
  const signedOutError = async (request: FastifyRequest) => {
    const session = hashIn(request);
    const ended = session && (await store.endedSessions([session], isoTime(now()))).get(session);
    if (ended === 'account-gone') return new CallError('account-gone');
    return new CallError('not-signed-in', ended === 'session-ended' ? { reason: 'ended' } : {});
  };
  const require = async (request: FastifyRequest) => {
    const open = await find(request);
    if (!open) throw await signedOutError(request);
    return open;
  };
  const requireRecent = async (request: FastifyRequest) => {
    const open = await require(request);
    // NaN, from a session without a known authentication, is not recent.
    const isRecent = Date.parse(open.found.reauthenticatedAt) + LIFETIMES.recentAuthentication > now();
    if (!isRecent) throw new CallError('reauthentication-needed');
    return open;
  };
  const findSession = async (request: FastifyRequest) => {
    const open = await find(request);
    return open && openSession(open);
  };
  const requireSession = async (request: FastifyRequest) => openSession(await require(request));
  return {
    signedOutError,
    knownAccount: (request: FastifyRequest) => accounts.get(request),
    findSession,
    findAccount: async (request: FastifyRequest) => (await findSession(request))?.account,
    requireSession,
    /** Throws 'not-signed-in', with reason 'ended' if ended on purpose, or 'account-gone'. */
    requireAccount: async (request: FastifyRequest) => (await requireSession(request)).account,
    /** Step-up: within the last ten minutes, else throws 'reauthentication-needed'. */
    requireRecentAuthentication: async (request: FastifyRequest) => openSession(await requireRecent(request)),
    /** Like `requireRecentAuthentication`, but the session's own sign-in does not count. */
    async requireReauthentication(request: FastifyRequest): Promise<OpenSession> {
      const open = await requireRecent(request);
      const { reauthenticatedAt, createdAt } = open.found;
      if (reauthenticatedAt <= createdAt) throw new CallError('reauthentication-needed');
      return openSession(open);
    },
  };
}

function openSession({ session, found }: { session: string; found: FoundSession }): OpenSession {
  const { id, uid, household, email } = found;
  return { session, account: { uid, household, email }, id };
}
