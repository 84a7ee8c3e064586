import { domainToASCII } from 'node:url';

/** For lookup and uniqueness. Some browsers and providers send an international domain in ASCII. */
export function emailKey(email: string): string {
  const typed = email.trim().normalize('NFC').toLowerCase();
  return typed.replace(/[^@]*$/, (domain) =>
    /^\p{ASCII}*$/u.test(domain) ? domain : domainToASCII(domain) || domain,
  );
}
