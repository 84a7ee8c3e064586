/** An emoji, of which a variation selector is kept where it changes the look, with its skin tone. */
const EMOJI =
  '(?:(?!\\p{Emoji_Presentation})\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?|\\p{Extended_Pictographic})\\p{Emoji_Modifier}?';
/** Indic signs that suppress a vowel: a joiner beside one chooses the form of a letter (RFC 5892, A.1 and A.2). */
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2]';
/** Arabic letters that do not join the next one, where a non-joiner would be invisible. */
const NOT_JOINING =
  '[\\u0621-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef]';

/** The sequences in which marks that are invisible alone change what is seen. */
const VISIBLE = [
  // A flag of a part of a country.
  '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,6}\\u{e007f}',
  '[0-9#*]\\ufe0f?\\u20e3',
  `${EMOJI}(?:\\u200d${EMOJI})*`,
  '\\p{Script=Han}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
  '\\p{Script=Mongolian}[\\u180b-\\u180d\\u180f]',
  `${VIRAMA}[\\u200c\\u200d]`,
  `\\p{L}\\u200d(?=${VIRAMA})`,
  `(?!${NOT_JOINING})(?=\\p{Script=Arabic})\\p{L}\\p{Mn}*\\u200c(?=\\u200c*\\p{Script=Arabic})`,
];
const MARKS = new RegExp(`${VISIBLE.join('|')}|\\p{Default_Ignorable_Code_Point}`, 'gu');
const ALONE = /^\p{Default_Ignorable_Code_Point}$/u;

/**
 * Removes marks that nobody sees: zero width spaces and joiners, direction marks, fillers, variation selectors. They make
 * one name look like another. Those that belong to an emoji, or to the spelling of a script, stay.
 */
export function withoutInvisibleMarks(text: string): string {
  return text.replace(MARKS, (match) => (ALONE.test(match) ? '' : match));
}
