import { permitted, readEntry, writeEntry } from '#client/data/storage-entries.ts';

/** Text of this tab. Without sessionStorage an address has to be typed again, and a link opened again. */
function entryOfTab(key: string) {
  const storage = () => permitted(() => sessionStorage);
  return {
    /** Returns the stored text, or ''. */
    read: () => readEntry(storage(), key) ?? '',
    /** Stores a text; undefined removes it. */
    write: (text: string | undefined) => void writeEntry(storage(), key, text),
  };
}

/** A new e-mail address, while the browser visits a sign-in provider for re-authentication. */
export const pendingEmail = entryOfTab('framme.new-email');
/** The secret of an invitation, through a sign-in and a reload. */
export const keptInvite = entryOfTab('framme.invite');
const mailedLink = entryOfTab('framme.mailed-link');

/** Stores the token of a mailed link for this tab while the parent signs in. It opens nothing without the session. */
export function keepMailedToken(page: string, token: string): void {
  mailedLink.write(`${page}#${token}`);
}

/** Returns the stored token of a page, once; null if there is none. */
export function takeMailedToken(page: string): string | null {
  const [kept, token] = mailedLink.read().split('#');
  if (kept !== page) return null;
  mailedLink.write(undefined);
  return token ?? null;
}
