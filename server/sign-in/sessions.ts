import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../call-error.ts';
import type { Dependencies } from '../dependencies.ts';

const LIFETIME_DAYS = 180;
const LIFETIME_SECONDS = LIFETIME_DAYS * 24 * 60 * 60;

/** Who is behind a request, by the token in its cookie; the store knows only the token's SHA-256. */
export interface Sessions {
  account(request: FastifyRequest): Promise<Account | undefined>;
  /** The account behind the request. Throws 'not-signed-in'. */
  require(request: FastifyRequest): Promise<Account>;
  /** The same with the hash of its token, which stands for the session. Throws 'not-signed-in'. */
  requireSession(request: FastifyRequest): Promise<{ session: string; account: Account }>;
  /** Starts a session under a new token and ends the one that came with the request. */
  begin(uid: Id, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends the session of the request, if there is one, and takes the cookie back. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Calls the listener with the token's hash after a session was ended by this process. */
  onEnd(listener: (session: string) => void): void;
}

export function sessionsOf({ config, store, now }: Pick<Dependencies, 'config' | 'store' | 'now'>): Sessions {
  const isSecure = config.publicOrigin?.startsWith('https:') ?? false;
  // Safari keeps no Secure cookie of a plain loopback address, so the name tells which of the two is in force.
  const name = isSecure ? '__Host-framme' : 'framme';
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const hashIn = (request: FastifyRequest) => tokenHash(request.cookies[name]);

  const account = async (request: FastifyRequest) => {
    const hash = hashIn(request);
    return hash === undefined ? undefined : store.session(hash, isoTime(now()));
  };
  const requireSession = async (request: FastifyRequest) => {
    const [session, found] = [hashIn(request), await account(request)];
    if (session === undefined || !found) throw new CallError('not-signed-in');
    return { session, account: found };
  };
  const listeners: ((session: string) => void)[] = [];
  const endByHash = async (session: string) => {
    await store.endSession(session);
    for (const listener of listeners) listener(session);
  };
  return {
    account,
    requireSession,
    require: async (request) => (await requireSession(request)).account,
    onEnd: (listener) => void listeners.push(listener),
    async begin(uid, request, reply) {
      const token = randomBytes(32).toString('base64url');
      const former = hashIn(request);
      const begun = now();
      const session = { uid, createdAt: isoTime(begun), expiresAt: isoTime(begun + LIFETIME_SECONDS * 1000) };
      await Promise.all([
        store.openSession({ tokenHash: sha256(token), ...session }),
        former && endByHash(former),
      ]);
      reply.setCookie(name, token, { ...cookie, maxAge: LIFETIME_SECONDS });
    },
    async end(request, reply) {
      reply.clearCookie(name, cookie);
      const hash = hashIn(request);
      if (hash !== undefined) await endByHash(hash);
    },
  };
}

/** Undefined for what cannot be a token of ours: 256 bits in base64url. */
function tokenHash(token: string | undefined): string | undefined {
  return token !== undefined && /^[\w-]{43}$/.test(token) ? sha256(token) : undefined;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
