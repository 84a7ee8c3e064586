import * as v from 'valibot';
import { numbersIn, plainNumber } from './dialable.ts';
import { LANGUAGES } from './language.ts';
import { MAX_NOTE } from './limits.ts';

/** An emoji with its skin tone, and a variation selector where that changes the glyph. */
const EMOJI =
  '(?:(?!\\p{Emoji_Presentation})\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?|\\p{Extended_Pictographic})\\p{Emoji_Modifier}?';
/** Indic signs that suppress a vowel: a joiner beside one chooses a letter's form (RFC 5892, A.1 and A.2). */
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2]';
/** Arabic letters that do not join the next one, where a non-joiner is invisible. */
const NOT_JOINING =
  '[\\u0621-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef]';

/** Sequences in which otherwise invisible marks change the glyph. */
const VISIBLE = [
  // A subdivision flag, such as Scotland's.
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

/** Removes marks that make one name look like another, except those of an emoji or of a script's spelling. */
export function withoutInvisibleMarks(text: string): string {
  return text.replace(MARKS, (match) => (ALONE.test(match) ? '' : match));
}

/** Code points, not UTF-16 code units. */
function characters(text: string): number {
  return [...text].length;
}

/** The rulebook compiles without TextEncoder. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

const FORBIDDEN = /\p{Cc}/u;
/** Invisible on a screen; the last are blanks of Braille, music, Khitan and hieroglyphs. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\u2800\u{1d159}\u{16fe4}\u{13441}\u{13442}]/gu;

const BREAKS = /\r\n?|[\n\u0085\p{Zl}\p{Zp}]/gu;

function textSchema(most: number, lineBreak: ' ' | '\n') {
  const plain = (text: string) =>
    withoutInvisibleMarks(text.replace(BREAKS, lineBreak).replaceAll('\t', ' '));
  return v.pipe(
    v.string(),
    v.check((text) => text.isWellFormed(), 'characters'),
    v.transform(plain),
    v.trim(),
    v.check((text) => !FORBIDDEN.test(text.replaceAll('\n', '')), 'characters'),
    v.check((text) => text.replace(INVISIBLE, '') !== '', 'empty'),
    v.check((text) => characters(text) <= most, 'long'),
  );
}

/** Trimmed; 1 to 100 code points, at least one visible, no control characters, no lone surrogates. */
export const nameSchema = textSchema(100, ' ');

export const noteSchema = textSchema(MAX_NOTE, '\n');

/** 3 to 30 digits, spaces and +-()/. with at least three digits; not reformatted. */
function phoneOf(most: number) {
  return v.pipe(
    v.string(),
    v.transform(plainNumber),
    v.check((text) => text !== '', 'empty'),
    v.check((text) => numbersIn(text).length <= most, 'two-numbers'),
    v.check((text) => /^[0-9 +\-()/.]{3,30}$/.test(text) && text.replace(/\D/g, '').length >= 3, 'phone'),
  );
}

/** Older pages stored several numbers in one field. */
export const phoneSchema = phoneOf(Number.POSITIVE_INFINITY);
export const newPhoneSchema = phoneOf(1);

export function emptyOr<S extends v.GenericSchema<string, string>>(schema: S) {
  const visible = (text: string) => text.replace(INVISIBLE, '');
  return v.union([v.pipe(v.string(), v.transform(visible), v.literal('')), schema]);
}

/** YYYY-MM-DD: a real day in 1900 or later. isFutureDay checks the other end, with a clock. */
export const birthDateSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text !== '', 'empty'),
  v.check((text) => isRealDay(text) && text >= '1900-01-01', 'date'),
);

function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Drops invisible marks, `mailto:`, and a name before an address in angle brackets. */
function plainEmail(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/^.*<(.*)>.*$/s, '$1')
    .replace(/^\s*mailto:([^?]*).*$/is, '$1')
    .replace(/[\s.,;]+$/, '');
}

/**
 * An address as HTML's own field accepts it, or with an international domain (RFC 5890); at most 254
 * characters (RFC 5321, 4.5.3.1.3).
 */
export const emailSchema = v.pipe(
  v.string(),
  // Bounds the backtracking of the patterns in `plainEmail`.
  v.maxLength(1000, 'long'),
  v.transform(plainEmail),
  v.trim(),
  v.check((text) => text !== '', 'empty'),
  v.maxLength(254, 'long'),
  v.check((text) => v.RFC_EMAIL_REGEX.test(withAsciiDomain(text)), 'email'),
);

function withAsciiDomain(email: string): string {
  return email.replace(/[^@]*$/, (domain) => domain.replace(/(?!\p{ASCII})[\p{L}\p{M}\p{N}]/gu, 'x'));
}

/** Needs a dot in the domain (RFC 5321, 2.3.5), unlike `root@localhost`. */
export const newEmailSchema = v.pipe(
  emailSchema,
  v.check((text) => /@[^@]+\.[^@.]+$/.test(text), 'email'),
);

/** Between the characters of a pasted code. */
export const SEPARATORS = /[\p{White_Space}\p{Dash}\p{Default_Ignorable_Code_Point}]/gu;

/** At least 6 characters (specification, section 9); at most 1,024 bytes, to bound hashing. */
export const passwordSchema = v.pipe(
  v.string(),
  v.check((text) => text !== '', 'empty'),
  v.check((text) => characters(text) >= 6, 'weak'),
  v.check((text) => text.isWellFormed() && utf8Bytes(text) <= 1024, 'long'),
);

export const languageSchema = v.picklist(LANGUAGES);

/** The client shows a text for each code beside the field. */
export const fieldProblemSchema = v.picklist([
  'empty',
  'long',
  'characters',
  'phone',
  'two-numbers',
  'date',
  'future',
  'email',
  'weak',
]);
export type FieldProblem = v.InferOutput<typeof fieldProblemSchema>;

export function fieldProblem(schema: v.GenericSchema, typed: unknown): FieldProblem | undefined {
  const result = v.safeParse(schema, typed, { abortPipeEarly: true });
  return result.success ? undefined : problemOf(result.issues[0]);
}

/** The field held `was` when its edit to `wanted` began, and holds a third value now. */
export function isChanged(was: string | undefined, held: unknown, wanted: unknown): boolean {
  return was !== undefined && held !== was && held !== wanted;
}

/** A wrong type counts as wrong characters. */
function problemOf({ message }: v.BaseIssue<unknown>): FieldProblem {
  return v.is(fieldProblemSchema, message) ? message : 'characters';
}

export function fieldErrorOf(issue: v.BaseIssue<unknown>): { field?: string; problem?: FieldProblem } {
  const field = v.getDotPath(issue);
  return field === null ? {} : { field, problem: problemOf(issue) };
}
