import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { makeId } from '#domain/ids.ts';
import { MAX_SESSIONS } from '#domain/limits.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { CallError } from '../../../http/call-error.ts';
import type { FoundSession, PresentedCredential, SignInStore } from '../../../store/ports/store.ts';
import type { OpenSession, Sessions } from '../../port.ts';
import { isReauthenticatedByProvider } from '../sign-in-methods.ts';
import { createCookie } from './cookie.ts';
import { deviceName } from './device-name.ts';
import { createSessionFinder, LONGEST_MS, sessionExpiry } from './find-session.ts';
import { hashIfSecret, hashOf, newSecret } from './secret.ts';

interface SessionDependencies extends Pick<Dependencies, 'config' | 'now' | 'log'> {
  store: SignInStore;
}

/** The sessions of an account that are over, and of which it is remembered why. */
const MAX_REMEMBERED = 200;

export function createSessions({ config, store, now, log }: SessionDependencies): Sessions {
  const cookie = createCookie(config, 'framme');
  const hashIn = (request: FastifyRequest) => hashIfSecret(cookie.read(request));
  const listeners: ((session: string) => void)[] = [];
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

  const finder = createSessionFinder({ store, now, log }, hashIn);
  return {
    async findAccount(request) {
      const open = await finder.find(request);
      return open && accountIn(open.found);
    },
    async findSession(request) {
      const open = await finder.find(request);
      return open && openSession(open);
    },
    requireAccount: async (request) => accountIn((await finder.require(request)).found),
    requireSession: async (request) => openSession(await finder.require(request)),
    requireRecentAuthentication: async (request) => openSession(await finder.requireRecent(request)),
    async requireReauthentication(request) {
      const open = await finder.requireRecent(request);
      if (!(open.found.reauthenticatedAt > open.found.createdAt)) throw new CallError('proof-needed');
      return openSession(open);
    },
    signedOutError: finder.signedOutError,
    markReauthenticated: (session) => store.reauthenticateSession(session, isoTime(now())),
    onEnd: (listener) => void listeners.push(listener),
    notifyEnded,
    async start(uid, request, reply, presented) {
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
      cookie.set(reply, token, LONGEST_MS);
      return true;
    },
    async end(request, reply, only) {
      const hash = hashIn(request);
      if (only !== undefined && only !== hash) return;
      cookie.clear(reply);
      if (hash !== undefined) await endByHash(hash);
    },
    async endSessionsOf(uid, which) {
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

function accountIn({ uid, household, email }: FoundSession): Account {
  return { uid, household, email };
}

function openSession({ session, found }: { session: string; found: FoundSession }): OpenSession {
  return { session, account: accountIn(found), id: found.id };
}
