import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Id, makeId } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import type { FoundSession, Shown } from '../../store/sign-in-port.ts';
import { provesByProvider } from '../endpoints/sign-in-methods.ts';
import { cookieOf } from './cookie.ts';
import { deviceName } from './device-name.ts';
import { endOf, LONGEST_MS, sessionsBehind } from './find-session.ts';
import { hashIfSecret, hashOf, newSecret } from './secret.ts';

/** A living session: the hash of its token, which stands for it, and whose it is. */
interface OpenSession {
  session: string;
  account: Account;
  /** How the list of devices calls it. */
  id: Id;
}

/** Who is behind a request, by the token in its cookie; the store knows only the token's SHA-256. */
export interface Sessions {
  account(request: FastifyRequest): Promise<Account | undefined>;
  /** The account behind the request. Throws 'not-signed-in', or 'account-gone' where it was deleted. */
  require(request: FastifyRequest): Promise<Account>;
  /** The same with the session. Throws 'not-signed-in'. */
  requireSession(request: FastifyRequest): Promise<OpenSession>;
  /** The same where somebody proved within ten minutes that the account is theirs. Throws 'not-signed-in', 'proof-needed'. */
  requireProven(request: FastifyRequest): Promise<OpenSession>;
  /** The same where that was asked for again since the session began: signing in does not count. */
  requireProvenAgain(request: FastifyRequest): Promise<OpenSession>;
  /** What to throw where the session of a request ended while it was being answered. */
  refusal(request: FastifyRequest): Promise<CallError>;
  /** Notes that the account was proven just now, by password, passkey or provider. */
  prove(session: string): Promise<void>;
  /**
   * Starts a session under a new token and ends the one that came with the request. Out: false, and nothing done, where
   * the account is gone, or what was shown does not open it by now.
   */
  begin(uid: Id, request: FastifyRequest, reply: FastifyReply, shown?: Shown): Promise<boolean>;
  /** Ends the session of the request, if there is one, and takes the cookie back. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends sessions of an account: one by its id, or all but one (by its hash). Out: how many. */
  endOf(uid: Id, which: { id: Id } | { allBut: string | undefined }): Promise<number>;
  /** Tells those who listen that the store ended these sessions, by their hashes. */
  tellEnded(ended: readonly string[]): void;
  /** Calls the listener with the token's hash after a session was ended by this process. */
  onEnd(listener: (session: string) => void): void;
}

type Ground = Pick<Dependencies, 'config' | 'store' | 'now' | 'log'>;

export function sessionsOf({ config, store, now, log }: Ground): Sessions {
  const cookie = cookieOf(config, 'framme');
  const hashIn = (request: FastifyRequest) => hashIfSecret(cookie.read(request));
  const listeners: ((session: string) => void)[] = [];
  const tellEnded = (ended: readonly string[]) => {
    for (const session of ended) for (const listener of listeners) listener(session);
  };
  const endByHash = async (session: string) => {
    await store.endSession(session);
    tellEnded([session]);
  };

  const { find, refusal, require, requireFresh } = sessionsBehind({ store, now, log }, hashIn);
  return {
    async account(request) {
      const open = await find(request);
      return open && accountIn(open.found);
    },
    require: async (request) => accountIn((await require(request)).found),
    requireSession: async (request) => openSession(await require(request)),
    requireProven: async (request) => openSession(await requireFresh(request)),
    async requireProvenAgain(request) {
      const open = await requireFresh(request);
      if (!(open.found.provenAt > open.found.createdAt)) throw new CallError('proof-needed');
      return openSession(open);
    },
    refusal,
    prove: (session) => store.proveSession(session, isoTime(now())),
    onEnd: (listener) => void listeners.push(listener),
    tellEnded,
    async begin(uid, request, reply, shown) {
      const token = newSecret();
      const former = hashIn(request);
      const begun = now();
      const createdAt = isoTime(begun);
      const provenAt = isProof(shown) || (await provesByProvider(store, uid)) ? createdAt : '';
      const times = { createdAt, provenAt, expiresAt: endOf(begun, begun) };
      const named = { id: makeId(randomBytes(16)), name: deviceName(request.headers['user-agent']) };
      const session = { tokenHash: hashOf(token), uid, ...named, ...times };
      if (!(await store.openSession(session, shown))) return false;
      if (former !== undefined) await endByHash(former);
      cookie.set(reply, token, LONGEST_MS);
      return true;
    },
    async end(request, reply) {
      cookie.clear(reply);
      const hash = hashIn(request);
      if (hash !== undefined) await endByHash(hash);
    },
    async endOf(uid, which) {
      const ended = await store.endSessionsOf(uid, which);
      tellEnded(ended);
      return ended.length;
    },
  };
}

/** A service that signs somebody in need not have asked them for anything. */
function isProof(shown: Shown | undefined): boolean {
  return shown?.credential?.kind !== 'provider';
}

function accountIn({ uid, household, email }: FoundSession): Account {
  return { uid, household, email };
}

function openSession({ session, found }: { session: string; found: FoundSession }): OpenSession {
  return { session, account: accountIn(found), id: found.id };
}
