import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import { LIFETIMES, RATES } from '../../limits.ts';
import type { PresentedCredential } from '../../store/ports/store.ts';
import { createCookie } from './sessions/cookie.ts';
import { hashIfSecret, hashOf, newSecret } from './sessions/secret.ts';

/** A sign-in whose first factor was accepted. `hash` is the hash of its one-time token. */
export interface PendingSecondFactor {
  uid: Id;
  hash: string;
}

/** A credential presented as the first factor: a password or a connected provider. */
export type PresentedFirstFactor = Pick<PresentedCredential, 'passwordHash' | 'credential'>;

/** Sign-ins between first and second factor: each is a one-time token bound to a browser by a cookie, without a session. */
export type PendingSecondFactors = ReturnType<typeof createPendingSecondFactors>;

export function createPendingSecondFactors({
  config,
  store,
  now,
}: Pick<Dependencies, 'config' | 'store' | 'now'>) {
  const cookie = createCookie(config, 'framme-step');
  const time = () => isoTime(now());

  const find = async (request: FastifyRequest): Promise<PendingSecondFactor | undefined> => {
    const hash = hashIfSecret(cookie.read(request));
    const token = hash && (await store.oneTimeToken('second-step', hash, time()));
    return hash && token && token.uid !== null ? { uid: token.uid, hash } : undefined;
  };
  /** Throws 'second-factor-over' if no second factor is pending in this browser. */
  const require = async (request: FastifyRequest): Promise<PendingSecondFactor> => {
    const found = await find(request);
    if (!found) throw new CallError('second-factor-over');
    return found;
  };
  const isStillValid = async (
    uid: Id,
    { passwordHash, credential }: PresentedFirstFactor,
  ): Promise<boolean> => {
    if (passwordHash !== undefined && (await store.accountByUid(uid))?.passwordHash !== passwordHash)
      return false;
    return !credential || (await store.credential(credential.kind, credential.key))?.uid === uid;
  };
  return {
    find,
    require,
    /** Starts waiting for the second factor. Returns false if the first one was revoked meanwhile. */
    async start(uid: Id, reply: FastifyReply, presented: PresentedFirstFactor): Promise<boolean> {
      const secret = newSecret();
      const hash = hashOf(secret);
      const expiresAt = isoTime(now() + LIFETIMES.pendingSecondFactor);
      await store.putOneTimeToken({ kind: 'second-step', hash, uid, body: '{}', expiresAt });
      // Checked after the token is stored: a new password voids the tokens that exist at that moment.
      if (!(await isStillValid(uid, presented))) {
        await store.consumeOneTimeToken('second-step', hash, time());
        return false;
      }
      cookie.set(reply, secret, LIFETIMES.pendingSecondFactor);
      return true;
    },
    /** Counts an attempt before it is verified. After the last one, ends the sign-in and throws 'second-factor-over'. */
    async countAttempt(request: FastifyRequest): Promise<PendingSecondFactor> {
      const found = await require(request);
      if ((await store.attempt(`second-step:${found.hash}`, now(), RATES.secondFactors)) === 0) return found;
      await store.consumeOneTimeToken('second-step', found.hash, time());
      throw new CallError('second-factor-over');
    },
    clearCookie: (reply: FastifyReply) => cookie.clear(reply),
    /** Ends the sign-in without a session. */
    async cancel(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const hash = hashIfSecret(cookie.read(request));
      cookie.clear(reply);
      if (hash !== undefined) await store.consumeOneTimeToken('second-step', hash, time());
    },
  };
}
