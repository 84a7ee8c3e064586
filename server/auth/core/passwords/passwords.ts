import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Hashing } from './hashing.ts';

const HASH_BYTES = 32;
const SALT_BYTES = 16;

type PasswordCost = NonNullable<Hashing['cost']>;

/** OWASP: 19 MiB, two passes, one lane. */
const OWASP: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

interface PasswordHash {
  parameters: PasswordCost;
  salt: Buffer;
  tag: Buffer;
}

export function createPasswords(derive: Hashing['derive'], cost: PasswordCost = OWASP) {
  /** Compared with if the account does not exist. */
  const dummy: PasswordHash = {
    parameters: cost,
    salt: randomBytes(SALT_BYTES),
    tag: randomBytes(HASH_BYTES),
  };

  /** Keyboards send the same password in different Unicode forms. */
  const tagOf = (password: string, nonce: Buffer, parameters: PasswordCost, tagLength: number) =>
    derive({ message: password.normalize('NFC'), nonce, tagLength, ...parameters });

  return {
    /** A PHC string. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      const tag = await tagOf(password, salt, cost, HASH_BYTES);
      const { memory, passes, parallelism } = cost;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(tag)}`;
    },

    /**
     * Constant time; without `phc` the same work on a dummy (no timing oracle). `outdated`: the cost changed,
     * so hash again.
     */
    async check(password: string, phc: string | undefined): Promise<{ matches: boolean; outdated: boolean }> {
      const stored = phc === undefined ? undefined : readPhc(phc);
      const { parameters, salt, tag } = stored ?? dummy;
      const found = await tagOf(password, salt, parameters, tag.length);
      const matches = timingSafeEqual(found, tag) && stored !== undefined;
      return { matches, outdated: !isDeepStrictEqual(parameters, cost) };
    },
  };
}

const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

function readPhc(phc: string): PasswordHash {
  const { memory, passes, parallelism, salt = '', tag = '' } = PHC.exec(phc)?.groups ?? {};
  if (!salt || !tag) throw new Error('the stored password hash is not in PHC form');
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Without padding, as in PHC strings. */
function unpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
