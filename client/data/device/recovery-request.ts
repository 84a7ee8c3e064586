import { permitted, readJson, writeEntry } from '#client/data/storage-entries.ts';
import { base64Url } from '#client/lib/secret-hash.ts';

const KEY = 'framme.recovery';
/** The lifetime of a mailed code, in ms. */
const LIFETIME_MS = 60 * 60_000;
/** Without storage the link of the same mail still works. */
const stored = () => permitted(() => localStorage);

/**
 * Returns the secret of this device that belongs to the codes it asks for, the same until none was asked for an hour. It is
 * stored, because a phone may close an installed app while its parent reads the mail.
 */
export function beginRecovery(): string {
  const request = recoveryRequest() ?? base64Url(crypto.getRandomValues(new Uint8Array(32)));
  writeEntry(stored(), KEY, JSON.stringify({ request, at: Date.now() }));
  return request;
}

/** The secret of the last hour, removed when it is older; undefined if this device asked for no code. */
export function recoveryRequest(): string | undefined {
  const { request, at } = Object(readJson(stored(), KEY));
  if (typeof request === 'string' && Math.abs(Date.now() - at) < LIFETIME_MS) return request;
  endRecovery();
  return undefined;
}

export function endRecovery(): void {
  writeEntry(stored(), KEY, undefined);
}
