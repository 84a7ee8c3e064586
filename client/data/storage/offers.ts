import { localEntries, readEntry, writeEntry } from '#client/data/storage-entries.ts';

/** `key`: the localStorage key of the time of the refusal. */
const OFFERS = {
  install: { key: 'framme.install', quietMs: 90 * 24 * 60 * 60_000 },
  /** Offered once. */
  notify: { key: 'framme.notify', quietMs: Number.POSITIVE_INFINITY },
} as const;

export type Offer = keyof typeof OFFERS;

/** False if storage is forbidden: a refusal could not be saved. */
export function mayOffer(offer: Offer): boolean {
  const { key, quietMs } = OFFERS[offer];
  const storage = localEntries();
  const declined = storage && readEntry(storage, key);
  return storage !== undefined && (declined == null || Date.now() - Number(declined) > quietMs);
}

export function decline(offer: Offer): void {
  writeEntry(localEntries(), OFFERS[offer].key, String(Date.now()));
}
