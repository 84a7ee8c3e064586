/** Normalises pasted signs to ASCII, and drops invisible marks. */
export function plainNumber(pasted: string): string {
  return pasted
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{White_Space}/gu, ' ')
    .replace(/\p{Dash}/gu, '-')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .trim()
    .replace(/^tel:/i, '');
}

/** Separates two numbers if both sides have enough digits; "08/12 34 56" and "+46 70 123 45 67" are one. */
const BETWEEN = /[\s/,;|&]+|\p{L}+|(?=\+)/gu;

/** No number is longer, and a search for several would take long. */
const LONGEST = 100;

export function numbersIn(typed: string): string[] {
  const text = plainNumber(typed).slice(0, LONGEST);
  for (const { 0: sign, index } of text.matchAll(BETWEEN)) {
    const [one, other] = [text.slice(0, index), text.slice(index + sign.length)];
    // A country code and an area code have 8 digits at most, an area code 6.
    const [, prefix, digits = ''] = /^\(?(\+|00)?(.*)$/s.exec(one) ?? [];
    const isWhole = digitsOf(digits).length >= (prefix ? 9 : 7);
    if (isWhole && digitsOf(other).length >= leastAfter(sign, other)) return [one, ...numbersIn(other)];
  }
  return [text];
}

/** The fewest digits of a second number. */
function leastAfter(sign: string, other: string): number {
  if (sign.includes('/')) return 1;
  if (sign.trim() !== '') return 5;
  return /^[-( ]*[0+]/.test(other) ? 7 : Number.POSITIVE_INFINITY;
}

/** The zero in brackets after a country code is not dialled, except in Italy (+39) and San Marino (+378). */
const TRUNK_ZERO = /^((?:\+|00)(?!39|378)[1-9]\d{0,2}\D*\(\s*)0/;

/** "+46 (0)70-123 45 67" becomes "+46701234567", for `tel:` and `sms:`; the first of several numbers. */
export function dialable(phone: string): string {
  const [first = ''] = numbersIn(phone);
  const number = first.replace(/^[^\d+]+/, '').replace(TRUNK_ZERO, '$1');
  return number.startsWith('+') ? `+${digitsOf(number)}` : digitsOf(number);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
