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
