import { COMMON_WORDS } from './common-passwords.ts';

const WORDS: ReadonlySet<string> = new Set(COMMON_WORDS.trim().split(/\s+/));
/** What fingers walk along on Swedish and English keyboards. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyzåäö',
  'qwertyuiopåasdfghjklöäzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const LETTERS_MEANT: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

/** Whether a password is easy to guess, by a few rules and the words that are tried first everywhere. */
export function isGuessable(password: string): boolean {
  const text = password.normalize('NFC').toLowerCase();
  if ([...text].length < 10 || new Set(text).size < 5) return true;
  if (/^\d+$/.test(text) || /^(.{1,6})\1+$/su.test(text)) return true;
  return RUNS.some((run) => run.includes(text)) || isCommon(text);
}

/** A common word is no better for the digits and signs around it, nor for a 0 in the place of an o. */
function isCommon(text: string): boolean {
  const readings = [
    text,
    bare(text),
    meant(text),
    meant(bare(text)),
    bare(meant(text.replace(/\d{2,}$/, ''))),
  ];
  return readings.some((reading) => WORDS.has(reading));
}

function bare(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function meant(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => LETTERS_MEANT[sign] ?? sign);
}
