/** Of the passwords that are tried first everywhere, those of at least six characters, in both languages. */
const COMMON =
  /^(password|losenord|lösenord|qwerty|abc123|letmein|welcome|valkommen|sommar|iloveyou|framme)/i;

/** Whether a password is easy to guess: said while typing, never refused (design, section 7). */
export function isGuessable(password: string): boolean {
  if (COMMON.test(password)) return true;
  if (/^\d+$/.test(password)) return true;
  if (new Set(password).size < 5) return true;
  return [...password].length < 10;
}
