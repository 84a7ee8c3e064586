/**
 * Returns the initials of a name, "WA" for "Wilma Andersson" and "N" for "Noel": of its first and last words that begin
 * with a letter, as a reader sees letters. A script without capitals, whose letters may join, gives one.
 */
export function initialsOf(name: string): string {
  const firsts = name
    .split(/\s+/)
    .map(firstLetter)
    .filter((letter) => /^[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(letter));
  const first = firsts[0] ?? firstLetter(name.trim());
  const last = firsts.length > 1 ? (firsts.at(-1) ?? '') : '';
  return hasCapitals(first) ? (first + (hasCapitals(last) ? last : '')).toUpperCase() : first;
}

function hasCapitals(letter: string): boolean {
  return letter.toLowerCase() !== letter.toUpperCase();
}

/** The first user-perceived character, to which an accent or a skin tone belongs; without a segmenter the first code point. */
function firstLetter(word: string): string {
  if (isAlone(word)) return word.charAt(0);
  if (!('Segmenter' in Intl)) return [...word][0] ?? '';
  // Made once: it costs more than the row around it.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const [first] = segmenter.segment(word);
  return first?.segment ?? '';
}

/** The first character that joins the one before it: those below need no segmenter, which delays the first screen. */
const FIRST_JOINING = 0x300;

function isAlone(word: string): boolean {
  return word.charCodeAt(0) < FIRST_JOINING && !(word.charCodeAt(1) >= FIRST_JOINING);
}

let segmenter: Intl.Segmenter | undefined;
