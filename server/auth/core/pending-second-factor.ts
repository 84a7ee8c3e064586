import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import { LIFETIMES, RATES } from '../../limits.ts';
import type { PresentedCredential } from '../../store/ports/store.ts';
import { createBrowserTokens } from './sessions/browser-tokens.ts';

/** A sign-in whose first factor was accepted. `hash` is the hash of its one-time token. */
export interface PendingSecondFactor {
  uid: Id;
  hash: string;
}

/** A credential presented as the first factor: a password or a connected provider. */
export type PresentedFirstFactor = Pick<PresentedCredential, 'passwordHash' | 'credential'>;

/** Sign-ins between first and second factor: each is a one-time token bound to a browser by a cookie, without a session. */
export type PendingSecondFactors = ReturnType<typeof createPendingSecondFactors>;

export function createPendingSecondFactors(context: Pick<Dependencies, 'config' | 'store' | 'now'>) {
  const { store, now } = context;
  const tokens = createBrowserTokens(context, 'second-step', 'framme-step', LIFETIMES.pendingSecondFactor);

  const find = async (request: FastifyRequest): Promise<PendingSecondFactor | undefined> => {
    const token = await tokens.find(request);
    return token && token.uid !== null ? { uid: token.uid, hash: token.hash } : undefined;
  };
  /** Throws 'second-factor-over' if no second factor is pending in this browser. */
  const require = async (request: FastifyRequest): Promise<PendingSecondFactor> => {
    const found = await find(request);
    if (!found) throw new CallError('second-factor-over');
    return found;
  };
  const isStillValid = async (uid: Id, { passwordHash, credential }: PresentedFirstFactor) => {
    if (passwordHash !== undefined && (await store.accountByUid(uid))?.passwordHash !== passwordHash)
      return false;
    return !credential || (await store.credential(credential.kind, credential.key))?.uid === uid;
  };
  return {
    find,
    require,
    /** Starts waiting for the second factor. Returns false if the first one was revoked meanwhile. */
    start(uid: Id, reply: FastifyReply, presented: PresentedFirstFactor): Promise<boolean> {
      // Checked after the token is stored: a new password voids the tokens that exist at that moment.
      return tokens.start(uid, {}, reply, () => isStillValid(uid, presented));
    },
    /** Counts an attempt before it is verified. After the last one, ends the sign-in and throws 'second-factor-over'. */
    async countAttempt(request: FastifyRequest): Promise<PendingSecondFactor> {
      const found = await require(request);
      if ((await store.attempt(`second-step:${found.hash}`, now(), RATES.secondFactors)) === 0) return found;
      await tokens.consume(found.hash);
      throw new CallError('second-factor-over');
    },
    clearCookie: tokens.clearCookie,
    /** Ends the sign-in without a session. */
    cancel: tokens.end,
  };
}
