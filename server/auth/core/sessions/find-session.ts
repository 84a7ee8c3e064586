import type { FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { HOUR_MS, isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { CallError } from '../../../http/call-error.ts';
import { LIFETIMES } from '../../../limits.ts';
import type { FoundSession } from '../../../store/ports/store.ts';

/** A session that is in use is marked as seen no more often than this. */
const SEEN_EVERY_MS = HOUR_MS;

/** Returns the ISO time at which a session expires, given when it started and was last seen, in ms since 1970. */
export function sessionExpiry(started: number, seen: number): string {
  return isoTime(Math.min(started + LIFETIMES.session, seen + LIFETIMES.unseenSession));
}

type FinderDependencies = Pick<Dependencies, 'store' | 'now' | 'log'>;

/** Finds open sessions by the hash of their token, and marks those in use as seen. */
function sessionReader({ store, now, log }: FinderDependencies) {
  /** Not awaited; if it fails, the next request tries again. */
  const markSeen = (request: string, session: string, { createdAt }: FoundSession, at: number) => {
    store.touchSession(session, isoTime(at), sessionExpiry(Date.parse(createdAt), at)).catch((error) => {
      log.warn({ request, error }, 'a session could not be marked as seen');
    });
  };
  return async (request: string, session: string): Promise<FoundSession | undefined> => {
    const at = now();
    const found = await store.session(session, isoTime(at));
    if (found && Date.parse(found.seenAt) + SEEN_EVERY_MS <= at) markSeen(request, session, found, at);
    return found;
  };
}

/** A session that has neither ended nor expired. */
export interface OpenSession {
  /** The hash of the session token, which identifies the session on the server. */
  session: string;
  account: Account;
  /** Identifies the session in the list of devices. */
  id: Id;
}

/** Finds the session of a request. `hashIn` reads the token of a request and returns its hash. */
export function createSessionFinder(
  context: FinderDependencies,
  hashIn: (request: FastifyRequest) => string | undefined,
) {
  const { store, now } = context;
  const readSession = sessionReader(context);
  const accounts = new WeakMap<FastifyRequest, Id>();
  const find = async (request: FastifyRequest) => {
    const session = hashIn(request);
    const found = session === undefined ? undefined : await readSession(request.id, session);
    if (session === undefined || !found) return undefined;
    accounts.set(request, found.uid);
    return { session, found };
  };
  /** Returns the error to throw if the request's session ended while the request was handled. */
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
    // Phrased so that NaN, from a session without a known authentication, counts as not recent.
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
    /** The account whose session was found for a request. */
    knownAccount: (request: FastifyRequest) => accounts.get(request),
    findSession,
    findAccount: async (request: FastifyRequest) => (await findSession(request))?.account,
    requireSession,
    /** Throws 'not-signed-in', with the reason 'ended' if it was ended on purpose; 'account-gone' if the account was deleted. */
    requireAccount: async (request: FastifyRequest) => (await requireSession(request)).account,
    /** Requires an authentication of the last ten minutes (step-up authentication); else throws 'reauthentication-needed'. */
    requireRecentAuthentication: async (request: FastifyRequest) => openSession(await requireRecent(request)),
    /** Like `requireRecentAuthentication`, but the sign-in that started the session does not count. */
    async requireReauthentication(request: FastifyRequest): Promise<OpenSession> {
      const open = await requireRecent(request);
      if (!isReauthenticated(open.found)) throw new CallError('reauthentication-needed');
      return openSession(open);
    },
  };
}

/** True if the account was proved once more after the sign-in that started the session. */
function isReauthenticated({ reauthenticatedAt, createdAt }: FoundSession): boolean {
  return reauthenticatedAt > createdAt;
}

function openSession({ session, found }: { session: string; found: FoundSession }): OpenSession {
  const { id, uid, household, email } = found;
  return { session, account: { uid, household, email }, id };
}
