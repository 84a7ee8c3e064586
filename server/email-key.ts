import { domainToASCII } from 'node:url';

/**
 * Normalises an e-mail address for lookup and uniqueness: lower-case, NFC, an international domain in ASCII, as which some
 * browsers and providers send it.
 */
export function emailKey(email: string): string {
  const typed = email.trim().normalize('NFC').toLowerCase();
  return typed.replace(/[^@]*$/, (domain) =>
    /^\p{ASCII}*$/u.test(domain) ? domain : domainToASCII(domain) || domain,
  );
}
