import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. */
const CURRENT = { memory: 19_456, passes: 2, parallelism: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
}

/** A parsed PHC string. */
interface PasswordHash {
  parameters: Parameters;
  salt: Buffer;
  tag: Buffer;
}

/** Argon2id. Returns a tag of the requested length. */
type Derive = (parameters: Argon2Parameters) => Promise<Buffer>;

/** Hashes and checks passwords. `derive` does the hashing. */
export class Passwords {
  readonly #derive: Derive;

  constructor(derive: Derive) {
    this.#derive = derive;
  }

  /** Returns the PHC string to store. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.#tagOf(password, salt, CURRENT, HASH_BYTES);
    const { memory, passes, parallelism } = CURRENT;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(tag)}`;
  }

  /**
   * Compares a password with a PHC string in constant time. Without one, because there is no such account, it does the same
   * work on a dummy hash (no timing oracle). `outdated`: hashed with former parameters, so hash it again.
   */
  async check(password: string, phc: string | undefined): Promise<{ matches: boolean; outdated: boolean }> {
    const stored = phc === undefined ? undefined : readPhc(phc);
    const { parameters, salt, tag } = stored ?? DUMMY_HASH;
    const found = await this.#tagOf(password, salt, parameters, tag.length);
    const matches = timingSafeEqual(found, tag) && stored !== undefined;
    return { matches, outdated: !isCurrent(parameters) };
  }

  /** Normalises first: keyboards send the same password in different Unicode forms. */
  #tagOf(password: string, nonce: Buffer, parameters: Parameters, tagLength: number): Promise<Buffer> {
    return this.#derive({ message: password.normalize('NFC'), nonce, tagLength, ...parameters });
  }
}

/** Compared with if there is no such account. */
const DUMMY_HASH: PasswordHash = {
  parameters: CURRENT,
  salt: randomBytes(SALT_BYTES),
  tag: randomBytes(HASH_BYTES),
};

function isCurrent({ memory, passes, parallelism }: Parameters): boolean {
  return memory === CURRENT.memory && passes === CURRENT.passes && parallelism === CURRENT.parallelism;
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
