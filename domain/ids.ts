import * as v from 'valibot';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id made on a device or the server: 10 to 40 lower-case letters and digits, safe in a path, a key and a URL. */
export const idSchema = v.pipe(v.string(), v.regex(/^[0-9a-z]{10,40}$/));

export type Id = v.InferOutput<typeof idSchema>;

/**
 * Spells random bytes as an id, five bits a letter (Crockford's base 32).
 * Takes at least 10 bytes from a cryptographic source; 16 bytes give 26 letters. Throws RangeError on fewer.
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

/** 48 bits, as in the specification of ULIDs; a wrong clock cannot leave it. */
const LATEST_TIME = 2 ** 48 - 1;
const TIME_LETTERS = 10;

/**
 * Spells a time in ms since 1970 and 10 random bytes as an id of 26 letters that sorts by the time (a ULID in lower case,
 * github.com/ulid/spec): rows that are written together lie together. Throws RangeError on fewer bytes.
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
