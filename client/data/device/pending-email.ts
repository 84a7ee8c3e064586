import { permitted, readEntry, writeEntry } from '#client/data/storage-entries.ts';

const EMAIL_KEY = 'framme.new-email';
const LINK_KEY = 'framme.mailed-link';
const INVITE_KEY = 'framme.invite';

/**
 * Stores a new e-mail address for this tab while the browser visits a sign-in provider for re-authentication; undefined
 * removes it.
 */
export function setPendingEmail(email: string | undefined): void {
  write(EMAIL_KEY, email);
}

/** The stored address, or ''. */
export function pendingEmail(): string {
  return read(EMAIL_KEY);
}

/** Stores the token of a mailed link for this tab while the parent signs in. It opens nothing without the session. */
export function keepMailedToken(page: string, token: string): void {
  write(LINK_KEY, `${page}#${token}`);
}

/** Returns the stored token of a page, once; null if there is none. */
export function takeMailedToken(page: string): string | null {
  const [kept, token] = read(LINK_KEY).split('#');
  if (kept !== page) return null;
  write(LINK_KEY, undefined);
  return token ?? null;
}

/** Stores the secret of an invitation for this tab, through a sign-in and a reload; undefined removes it. */
export function keepInvite(secret: string | undefined): void {
  write(INVITE_KEY, secret);
}

/** The stored secret, or ''. */
export function keptInvite(): string {
  return read(INVITE_KEY);
}

/** Without sessionStorage an address has to be typed again, and a link opened again. */
const ofTab = () => permitted(() => sessionStorage);

function write(key: string, text: string | undefined): void {
  writeEntry(ofTab(), key, text);
}

function read(key: string): string {
  return readEntry(ofTab(), key) ?? '';
}
