import type { FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { emailKey } from '../../../email-key.ts';
import { CallError } from '../../../http/call-error.ts';
import { RATES, TRUSTED_FACTOR } from '../../../limits.ts';
import type { RateLimit } from '../../../store/ports/store.ts';
import { hashOf } from '../sessions/secret.ts';
import { addressGroups } from './address-groups.ts';

/** Rate limits of sign-in, kept in the store (decision 0012). Every count throws 'too-many-requests' beyond its limit. */
export type Limits = ReturnType<typeof createLimits>;

/** `onGuessing` is called if an address misses links too often. */
export function createLimits(
  { config, store, now }: Pick<Dependencies, 'config' | 'store' | 'now'>,
  onGuessing: (request: FastifyRequest) => void,
) {
  const { signInsPerHour } = config;
  const perAddress = { burst: signInsPerHour, interval: Math.ceil(HOUR_MS / signInsPerHour) };
  const waitFor = (key: string, limit: RateLimit) => store.attempt(key, now(), limit);
  const take = async (key: string, limit: RateLimit) => {
    const wait = await waitFor(key, limit);
    if (wait > 0) throw new CallError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
  };
  /** Returns the keys and limits of a request's address groups. `who` further narrows what is counted there. */
  const byAddress = (request: FastifyRequest, kind: string, who: string, limit: RateLimit) =>
    addressGroups(request.ip).map(({ group, factor }) => ({
      key: keyOf(kind, `${group}${who}`),
      limit: multiplied(limit, factor),
    }));
  const takeAll = async (counted: ReturnType<typeof byAddress>) => {
    for (const { key, limit } of counted) await take(key, limit);
  };
  return {
    /** Counts a call that signs in, or leads to it, for the client's address. */
    countAddress: (request: FastifyRequest) => takeAll(byAddress(request, 'address', '', perAddress)),
    /**
     * Counts an attempt from a trusted browser or in a session for the client's address. Only holders of an account can use
     * this limit up, and it bounds the hashing that somebody with many accounts can cause.
     */
    countTrustedAddress: (request: FastifyRequest) =>
      takeAll(byAddress(request, 'known-address', '', multiplied(perAddress, TRUSTED_FACTOR))),
    /** Counts a link to a visit that shows nothing, for the client's address. */
    countMissedLink: (request: FastifyRequest) =>
      takeAll(byAddress(request, 'missed-link', '', RATES.missedLinks)).catch((error) => {
        if (error instanceof CallError) onGuessing(request);
        throw error;
      }),
    /**
     * Counts a success where no address is counted, so that whoever knows the password cannot cause endless hashing and
     * sessions. Only the right password counts, so nobody else can use this limit up.
     */
    countSuccess: (uid: Id) => take(keyOf('entry', uid), perAddress),
    /** Counts against the caller's own limit. `kind` names what is counted, `who` for whom. */
    count: (kind: string, who: string, limit: RateLimit) => take(keyOf(kind, who), limit),
    /**
     * Counts a password attempt at an account, given by its `accountKey`, existing or not. `trustedBrowser` is the hash of
     * the browser's token if the account trusts it: then only that browser's own limit counts. Returns the keys that it was
     * counted under, to reset after a success.
     */
    async countAttempt(request: FastifyRequest, account: string, trustedBrowser?: string): Promise<string[]> {
      if (trustedBrowser !== undefined) {
        const key = keyOf('known-device', trustedBrowser);
        await take(key, RATES.passwords);
        return [key];
      }
      const perSource = byAddress(request, 'guess', ` ${account}`, RATES.passwords);
      const underAttack = byAddress(request, 'strange-guess', ` ${account}`, RATES.passwordsUnderAttack);
      await takeAll(perSource);
      const isUnderAttack = (await waitFor(keyOf('account', account), RATES.untrustedPasswords)) > 0;
      if (isUnderAttack) await takeAll(underAttack);
      return [...perSource, ...underAttack].map(({ key }) => key);
    },
    /** Resets the limits of an attempt that succeeded. */
    reset: async (counted: readonly string[]) => {
      await Promise.all(counted.map((key) => store.resetAttempts(key)));
    },
  };
}

function multiplied({ burst, interval }: RateLimit, factor: number): RateLimit {
  return { burst: burst * factor, interval: Math.ceil(interval / factor) };
}

/** Returns the key that an account is counted under, existing or not. */
export function accountKey(email: string): string {
  return hashOf(emailKey(email));
}

/** Returns the key of what is counted, as it is stored: hashed, so that no e-mail or address is stored in clear. */
export function keyOf(kind: string, who: string): string {
  return hashOf(`${kind} ${who}`);
}
