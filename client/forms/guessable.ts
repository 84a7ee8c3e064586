import { COMMON_WORDS } from './common-passwords.ts';

const WORDS: ReadonlySet<string> = new Set(COMMON_WORDS.trim().split(/\s+/));
/** Key sequences on Swedish and English keyboards, and the alphabet. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyzåäö',
  'qwertyuiopåasdfghjklöäzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const LEET_LETTERS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

/** True if a password is easy to guess: too short, repetitive, a key sequence or a common password. */
export function isGuessable(password: string): boolean {
  const text = password.normalize('NFC').toLowerCase();
  if ([...text].length < 10 || new Set(text).size < 5) return true;
  if (/^\d+$/.test(text) || /^(.{1,6})\1+$/su.test(text)) return true;
  return SEQUENCES.some((sequence) => sequence.includes(text)) || isCommon(text);
}

/** Also finds a common word with digits and signs around it, or with leet letters such as 0 for o. */
function isCommon(text: string): boolean {
  const variants = [
    text,
    trimmed(text),
    withoutLeet(text),
    withoutLeet(trimmed(text)),
    trimmed(withoutLeet(text.replace(/\d{2,}$/, ''))),
  ];
  return variants.some((variant) => WORDS.has(variant));
}

function trimmed(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function withoutLeet(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => LEET_LETTERS[sign] ?? sign);
}
