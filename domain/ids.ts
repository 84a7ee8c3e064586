import * as v from 'valibot';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Safe in a path, a key and a URL. */
export const idSchema = v.pipe(v.string(), v.regex(/^[0-9a-z]{10,40}$/));

export type Id = v.InferOutput<typeof idSchema>;

/**
 * Crockford's base 32: 16 bytes give 26 letters. RangeError below 10 bytes; take them from a cryptographic
 * source.
 */
export function makeId(random: Uint8Array): Id {
  if (random.length < 10) throw new RangeError('an id needs at least 10 random bytes');
  let id = '';
  let bits = 0;
  let held = 0;
  for (const byte of random) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) id += ALPHABET.charAt((held >>> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? id + ALPHABET.charAt((held << (5 - bits)) & 31) : id;
}

/** 48 bits (ULID specification); a wrong clock cannot exceed it. */
const LATEST_TIME = 2 ** 48 - 1;
const TIME_LETTERS = 10;

/**
 * A lower-case ULID (github.com/ulid/spec) from ms and 10 random bytes: rows written together lie together.
 * RangeError on fewer bytes.
 */
export function makeUlid(now: number, random: Uint8Array): Id {
  let time = '';
  let left = Math.min(Math.max(0, Math.floor(now) || 0), LATEST_TIME);
  for (let letter = 0; letter < TIME_LETTERS; letter += 1) {
    time = ALPHABET.charAt(left % 32) + time;
    left = Math.floor(left / 32);
  }
  return time + makeId(random);
}
