import { permitted, readEntry, writeEntry } from '#client/data/storage-entries.ts';

const KEY = 'framme.install';
/** The offer stays away for 90 days after it was declined, in ms. */
const QUIET_MS = 90 * 24 * 60 * 60_000;

/** False for a while after the parent declined, and where that could not be stored. */
export function mayOfferInstall(): boolean {
  const storage = permitted(() => localStorage);
  return storage !== undefined && Date.now() - Number(readEntry(storage, KEY) ?? 0) > QUIET_MS;
}

export function declineInstall(): void {
  writeEntry(
    permitted(() => localStorage),
    KEY,
    String(Date.now()),
  );
}
