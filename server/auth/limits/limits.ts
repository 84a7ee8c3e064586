import type { FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { emailKey } from '#domain/protocol/registration.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import type { Allowance } from '../../store/rate-limit.ts';
import { hashOf } from '../sessions/secret.ts';
import { addressGroups } from './address.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Passwords typed wrong for one account from one address, or by a device that it knows. */
const OWN: Allowance = { burst: 10, everyMs: MINUTE_MS };
/** The same from one address that the account does not know, while the account is under attack. */
const UNDER_ATTACK: Allowance = { burst: 3, everyMs: 15 * MINUTE_MS };
/** Attempts at one account from all strange devices, beyond which it counts as under attack. */
const STRANGERS: Allowance = { burst: 50, everyMs: 2 * MINUTE_MS };

/** How many times what an address has those have there who are known: a family, an office or a school behind one address. */
const KNOWN_TIMES = 10;

/** What an attempt was counted against, to be given back where the password was right. */
type Counted = readonly string[];

/** How often may be tried what an attacker would try often (decision 0012). All throw 'too-many-requests'. */
export interface Limits {
  /** Counts any call that signs in, or leads to it, for the address that it comes from. */
  address(request: FastifyRequest): Promise<void>;
  /**
   * Counts a password tried by a device that the account knows, or in a session of it, for the address that it comes from:
   * nobody without an account uses that up, and whoever has many cannot have passwords hashed without end.
   */
  knownAddress(request: FastifyRequest): Promise<void>;
  /**
   * Counts a password, code or passkey that is tried for an account. In: what names the account, known or not, and the
   * ticket's hash where the device is one that it knows, whose allowance nobody else can use up.
   */
  guess(request: FastifyRequest, account: string, knownDevice?: string): Promise<Counted>;
  /** The password was right. */
  forgive(counted: Counted): Promise<void>;
  /**
   * Counts a right password where no address is counted: whoever knows it neither has passwords hashed nor sessions begun
   * without end. Only the right one counts, so nobody else uses it up.
   */
  entry(uid: Id): Promise<void>;
  /** Counts against an allowance of one's own. In: what is counted, and for whom. */
  count(kind: string, who: string, allowance: Allowance): Promise<void>;
}

export function limitsOf({ config, store, now }: Pick<Dependencies, 'config' | 'store' | 'now'>): Limits {
  const { signInsPerHour } = config;
  const perAddress = { burst: signInsPerHour, everyMs: Math.ceil(HOUR_MS / signInsPerHour) };
  const waitFor = (key: string, allowance: Allowance) => store.attempt(key, now(), allowance);
  const take = async (key: string, allowance: Allowance) => {
    const wait = await waitFor(key, allowance);
    if (wait > 0) throw new CallError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
  };
  /** The address of a request, and the networks that it is of, each with its allowance. In: also for whom it is counted there. */
  const at = (request: FastifyRequest, kind: string, who: string, allowance: Allowance) =>
    addressGroups(request.ip).map(({ group, times }) => ({
      key: keyOf(kind, `${group}${who}`),
      allowance: multiplied(allowance, times),
    }));
  const takeAll = async (counted: ReturnType<typeof at>) => {
    for (const { key, allowance } of counted) await take(key, allowance);
  };
  return {
    address: (request) => takeAll(at(request, 'address', '', perAddress)),
    knownAddress: (request) => takeAll(at(request, 'known-address', '', multiplied(perAddress, KNOWN_TIMES))),
    entry: (uid) => take(keyOf('entry', uid), perAddress),
    count: (kind, who, allowance) => take(keyOf(kind, who), allowance),
    async guess(request, account, knownDevice) {
      if (knownDevice !== undefined) {
        const own = keyOf('known-device', knownDevice);
        await take(own, OWN);
        return [own];
      }
      const own = at(request, 'guess', ` ${account}`, OWN);
      const strange = at(request, 'strange-guess', ` ${account}`, UNDER_ATTACK);
      await takeAll(own);
      const isUnderAttack = (await waitFor(keyOf('account', account), STRANGERS)) > 0;
      if (isUnderAttack) await takeAll(strange);
      return [...own, ...strange].map(({ key }) => key);
    },
    forgive: async (counted) => void (await Promise.all(counted.map((key) => store.forgiveAttempts(key)))),
  };
}

function multiplied({ burst, everyMs }: Allowance, times: number): Allowance {
  return { burst: burst * times, everyMs: Math.ceil(everyMs / times) };
}

/** What names an account to the limits before it is known whether there is one. */
export function accountNamed(email: string): string {
  return hashOf(emailKey(email));
}

/** No e-mail and no address stands in the store in clear. */
function keyOf(kind: string, who: string): string {
  return hashOf(`${kind} ${who}`);
}
