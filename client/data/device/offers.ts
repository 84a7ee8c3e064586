import { permitted, readEntry, writeEntry } from '#client/data/storage-entries.ts';

/** The offers of the board, by the localStorage key of the time when they were declined. */
const OFFERS = {
  /** To install the app: stays away for 90 days. */
  install: { key: 'framme.install', quietMs: 90 * 24 * 60 * 60_000 },
  /** To notify this device: is made once. */
  notify: { key: 'framme.notify', quietMs: Number.POSITIVE_INFINITY },
} as const;

export type Offer = keyof typeof OFFERS;

/** False after the parent declined, for as long as that counts, and where it could not be stored. */
export function mayOffer(offer: Offer): boolean {
  const { key, quietMs } = OFFERS[offer];
  const storage = permitted(() => localStorage);
  const declined = storage && readEntry(storage, key);
  return storage !== undefined && (declined == null || Date.now() - Number(declined) > quietMs);
}

export function decline(offer: Offer): void {
  writeEntry(
    permitted(() => localStorage),
    OFFERS[offer].key,
    String(Date.now()),
  );
}
