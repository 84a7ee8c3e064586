const KEY = 'framme.install';
/** The offer stays away for 90 days after it was declined, in ms. */
const QUIET_MS = 90 * 24 * 60 * 60_000;

/** False for a while after the parent declined. */
export function mayOfferInstall(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(KEY) ?? 0) > QUIET_MS;
  } catch {
    return false;
  }
}

export function declineInstall(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage it is not offered at all.
  }
}
