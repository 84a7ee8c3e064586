/** Browsers cannot hash on plain http. */
export function canMakeLinks(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** SHA-256 in base64url without padding, for `linkHashSchema`. */
export async function hashOf(secret: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return base64Url(new Uint8Array(hash));
}

/** Without padding. */
export function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
