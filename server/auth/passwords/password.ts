import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';

/** OWASP's choice for Argon2id: 19 MiB, two passes, one lane (design, section 7). */
const CURRENT = { memory: 19_456, passes: 2, parallelism: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
}

/** A stored hash in PHC form: parameters, salt and tag. */
interface Stored {
  parameters: Parameters;
  salt: Buffer;
  tag: Buffer;
}

/** Argon2id. Out: a tag of the length asked for. */
type Derive = (parameters: Argon2Parameters) => Promise<Buffer>;

/** Passwords, and what is stored of them. In: where they are hashed. */
export class Passwords {
  readonly #derive: Derive;

  constructor(derive: Derive) {
    this.#derive = derive;
  }

  /** Out: the PHC string that goes into the store. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.#tagOf(password, salt, CURRENT, HASH_BYTES);
    const { memory, passes, parallelism } = CURRENT;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${spell(salt)}$${spell(tag)}`;
  }

  /**
   * Compares a password with a stored hash, in the same time whether it fits or not. Without a hash, where there is no
   * such account, it does the same work and says no. `outdated`: other parameters than today's, so hash it anew.
   */
  async check(password: string, phc: string | undefined): Promise<{ fits: boolean; outdated: boolean }> {
    const stored = phc === undefined ? undefined : readPhc(phc);
    const { parameters, salt, tag } = stored ?? nobody;
    const found = await this.#tagOf(password, salt, parameters, tag.length);
    const fits = timingSafeEqual(found, tag) && stored !== undefined;
    return { fits, outdated: !isCurrent(parameters) };
  }

  /** One password can be spelled in two Unicode forms by two keyboards. */
  #tagOf(password: string, nonce: Buffer, parameters: Parameters, tagLength: number): Promise<Buffer> {
    return this.#derive({ message: password.normalize('NFC'), nonce, tagLength, ...parameters });
  }
}

/** Compared with where nobody has the e-mail that was typed. */
const nobody: Stored = {
  parameters: CURRENT,
  salt: randomBytes(SALT_BYTES),
  tag: randomBytes(HASH_BYTES),
};

function isCurrent({ memory, passes, parallelism }: Parameters): boolean {
  return memory === CURRENT.memory && passes === CURRENT.passes && parallelism === CURRENT.parallelism;
}

const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/** Throws where the store holds something else; then nobody can sign in with it. */
function readPhc(phc: string): Stored {
  const { memory, passes, parallelism, salt = '', tag = '' } = PHC.exec(phc)?.groups ?? {};
  if (!salt || !tag) throw new Error('the stored password hash is not in PHC form');
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Base64 without padding, as PHC has it. */
function spell(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
