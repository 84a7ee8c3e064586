import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import type { Shown } from '../store/sign-in-port.ts';
import { cookieOf } from './sessions/cookie.ts';
import { hashIfSecret, hashOf, newSecret } from './sessions/secret.ts';

const TEN_MINUTES = 10 * 60 * 1000;
/** A ticket does not outlive its allowance, which therefore never fills again. Who runs out takes the first step anew. */
const TRIES = { burst: 5, everyMs: TEN_MINUTES };

/** Somebody who took the first step. The hash stands for their ticket. */
export interface HalfSignedIn {
  uid: Id;
  hash: string;
}

/** What is shown at the first step: a password, or a service that is connected. */
export type FirstShown = Pick<Shown, 'passwordHash' | 'credential'>;

/** Between the two steps of a sign-in: a ticket bound to the browser's cookie, and no session. */
export type SecondSteps = ReturnType<typeof secondStepsOf>;

export function secondStepsOf({ config, store, now }: Pick<Dependencies, 'config' | 'store' | 'now'>) {
  const cookie = cookieOf(config, 'framme-step');
  const time = () => isoTime(now());

  const waiting = async (request: FastifyRequest): Promise<HalfSignedIn | undefined> => {
    const hash = hashIfSecret(cookie.read(request));
    const ticket = hash && (await store.ticket('second-step', hash, time()));
    return hash && ticket && ticket.uid !== null ? { uid: ticket.uid, hash } : undefined;
  };
  /** Throws 'second-step-over' where nobody waits in this browser. */
  const require = async (request: FastifyRequest): Promise<HalfSignedIn> => {
    const found = await waiting(request);
    if (!found) throw new CallError('second-step-over');
    return found;
  };
  const stillOpens = async (uid: Id, { passwordHash, credential }: FirstShown): Promise<boolean> => {
    if (passwordHash !== undefined && (await store.accountByUid(uid))?.passwordHash !== passwordHash)
      return false;
    return !credential || (await store.credential(credential.kind, credential.key))?.uid === uid;
  };
  return {
    waiting,
    require,
    /** Asks whoever is behind this request for the second step. Out: false where what they showed opens nothing by now. */
    async ask(uid: Id, reply: FastifyReply, shown: FirstShown): Promise<boolean> {
      const secret = newSecret();
      const hash = hashOf(secret);
      const expiresAt = isoTime(now() + TEN_MINUTES);
      await store.putTicket({ kind: 'second-step', hash, uid, body: '{}', expiresAt });
      // A new password voids the tickets there are, so it is looked for again once this is one of them.
      if (!(await stillOpens(uid, shown))) {
        await store.takeTicket('second-step', hash, time());
        return false;
      }
      cookie.set(reply, secret, TEN_MINUTES);
      return true;
    },
    /** Counts a try before it is judged. Throws 'second-step-over', and ends the step, after the last. */
    async countTry(request: FastifyRequest): Promise<HalfSignedIn> {
      const found = await require(request);
      if ((await store.attempt(`second-step:${found.hash}`, now(), TRIES)) === 0) return found;
      await store.takeTicket('second-step', found.hash, time());
      throw new CallError('second-step-over');
    },
    clear: (reply: FastifyReply) => cookie.clear(reply),
    /** Whoever waits does not want to. */
    async leave(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const hash = hashIfSecret(cookie.read(request));
      cookie.clear(reply);
      if (hash !== undefined) await store.takeTicket('second-step', hash, time());
    },
  };
}
