/** True where a browser can hash: pages of plain http cannot. */
export function canMakeLinks(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Returns the SHA-256 of a secret, base64url without padding, as `linkHashSchema` asks. */
export async function hashOf(secret: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return base64Url(new Uint8Array(hash));
}

/** Returns bytes in base64url without padding. */
export function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
