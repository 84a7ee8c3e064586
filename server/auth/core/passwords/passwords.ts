import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import { LIFETIMES } from '../../../limits.ts';
import type { NewPassword, OneTimeTokenStore } from '../../../store/ports/store.ts';
import { hashOf, newSecret } from '../sessions/secret.ts';

const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Parameters of Argon2id; memory in KiB. */
export type PasswordCost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

/** OWASP's parameters: 19 MiB, two passes, one lane. */
const OWASP: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

/** A parsed PHC string. */
interface PasswordHash {
  parameters: PasswordCost;
  salt: Buffer;
  tag: Buffer;
}

/** Argon2id. Returns a tag of the requested length. */
type Derive = (parameters: Argon2Parameters) => Promise<Buffer>;

/** Hashes and checks passwords. `derive` does the hashing, new hashes at the given cost. */
export class Passwords {
  readonly #derive: Derive;
  readonly #cost: PasswordCost;
  /** Compared with if there is no such account. */
  readonly #dummy: PasswordHash;

  constructor(derive: Derive, cost: PasswordCost = OWASP) {
    this.#derive = derive;
    this.#cost = cost;
    this.#dummy = { parameters: cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(HASH_BYTES) };
  }

  /** Returns the PHC string to store. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.#tagOf(password, salt, this.#cost, HASH_BYTES);
    const { memory, passes, parallelism } = this.#cost;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(tag)}`;
  }

  /**
   * Compares a password with a PHC string in constant time. Without one, because there is no such account, it does the same
   * work on a dummy hash (no timing oracle). `outdated`: hashed with former parameters, so hash it again.
   */
  async check(password: string, phc: string | undefined): Promise<{ matches: boolean; outdated: boolean }> {
    const stored = phc === undefined ? undefined : readPhc(phc);
    const { parameters, salt, tag } = stored ?? this.#dummy;
    const found = await this.#tagOf(password, salt, parameters, tag.length);
    const matches = timingSafeEqual(found, tag) && stored !== undefined;
    return { matches, outdated: !isSame(parameters, this.#cost) };
  }

  /** Normalises first: keyboards send the same password in different Unicode forms. */
  #tagOf(password: string, nonce: Buffer, parameters: PasswordCost, tagLength: number): Promise<Buffer> {
    return this.#derive({ message: password.normalize('NFC'), nonce, tagLength, ...parameters });
  }
}

function isSame(one: PasswordCost, other: PasswordCost): boolean {
  return one.memory === other.memory && one.passes === other.passes && one.parallelism === other.parallelism;
}

const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/** Throws if the stored text is not in PHC form. */
function readPhc(phc: string): PasswordHash {
  const { memory, passes, parallelism, salt = '', tag = '' } = PHC.exec(phc)?.groups ?? {};
  if (!salt || !tag) throw new Error('the stored password hash is not in PHC form');
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Base64 without padding, as in PHC strings. */
function unpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** Each costs whoever guesses one more hashing, and this server too. */
const MOST = 5;

const bodySchema = v.object({ passwordHash: v.string() });

/** The token that keeps a password which a session replaces: the session may be a thief's (docs/decisions/0029). */
export function keptPassword(now: number): NonNullable<NewPassword['keepsFormer']> {
  const expiresAt = isoTime(now + LIFETIMES.undoEmail);
  return { hash: hashOf(newSecret()), expiresAt, now: isoTime(now), most: MOST };
}

/** Returns the hashes of the passwords that sessions have replaced in the last seven days. */
export async function formerPasswords(
  { oneTimeTokensOf }: Pick<OneTimeTokenStore, 'oneTimeTokensOf'>,
  uid: Id,
  now: string,
): Promise<string[]> {
  const tokens = await oneTimeTokensOf(uid, ['former-password'], now);
  return tokens.map(({ body }) => v.parse(bodySchema, JSON.parse(body)).passwordHash);
}

/** True if a password has one of these hashes. */
export async function matchesAny(
  passwords: Pick<Passwords, 'check'>,
  password: string,
  hashes: readonly string[],
): Promise<boolean> {
  for (const hash of hashes) if ((await passwords.check(password, hash)).matches) return true;
  return false;
}
