/** Lists of at least this many people can be searched. */
export const SEARCHED_FROM = 12;

/** Letters that Unicode does not decompose, as spelled on keyboards without them. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ə: 'e',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const APOSTROPHES = /['’‘ʼʻ`´′＇]/gu;

/** Each typed word must begin a part of the name; ignores case, accents and apostrophes. */
export function matchesName(name: string, typed: string): boolean {
  const parts = [name, joined(name)].flatMap(words);
  const isIn = (text: string) => words(text).every((word) => parts.some((part) => part.startsWith(word)));
  return isIn(typed) || isIn(joined(typed));
}

function joined(text: string): string {
  return text.replace(APOSTROPHES, '');
}

function words(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
  const folded = plain.replace(/\P{ASCII}/gu, (letter) => LETTERS[letter] ?? letter);
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
