import { permitted, readEntry, writeEntry } from '#client/data/storage-entries.ts';

/** In sessionStorage; without it an address must be typed again, or a link opened again. */
function entryOfTab(key: string) {
  const storage = () => permitted(() => sessionStorage);
  return {
    read: () => readEntry(storage(), key) ?? '',
    write: (text: string | undefined) => void writeEntry(storage(), key, text),
  };
}

/** Survives a visit to a sign-in provider for re-authentication. */
export const pendingEmail = entryOfTab('framme.new-email');
/** An invitation's secret; survives a sign-in and a reload. */
export const keptInvite = entryOfTab('framme.invite');
const mailedLink = entryOfTab('framme.mailed-link');

/** The token opens nothing without the session. */
export function keepMailedToken(page: string, token: string): void {
  mailedLink.write(`${page}#${token}`);
}

export function takeMailedToken(page: string): string | null {
  const [kept, token] = mailedLink.read().split('#');
  if (kept !== page) return null;
  mailedLink.write(undefined);
  return token ?? null;
}
