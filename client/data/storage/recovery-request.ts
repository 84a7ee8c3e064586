import { localEntries, readJson, writeEntry } from '#client/data/storage-entries.ts';
import { base64Url } from '#client/lib/secret-hash.ts';

const KEY = 'framme.recovery';
/** In ms, as long as a mailed code lives. */
const LIFETIME_MS = 60 * 60_000;

/**
 * Unchanged until an hour after its last use. Stored: a phone may close an installed app while its parent
 * reads the mail; without storage the mail's link still works.
 */
export function beginRecovery(): string {
  const request = recoveryRequest() ?? base64Url(crypto.getRandomValues(new Uint8Array(32)));
  writeEntry(localEntries(), KEY, JSON.stringify({ request, at: Date.now() }));
  return request;
}

export function recoveryRequest(): string | undefined {
  const { request, at } = Object(readJson(localEntries(), KEY));
  if (typeof request === 'string' && Math.abs(Date.now() - at) < LIFETIME_MS) return request;
  endRecovery();
  return undefined;
}

export function endRecovery(): void {
  writeEntry(localEntries(), KEY, undefined);
}
