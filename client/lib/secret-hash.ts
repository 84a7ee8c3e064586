/** True where a browser can hash: pages of plain http cannot. */
export function canMakeLinks(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Returns the SHA-256 of a secret, base64url without padding, as `linkHashSchema` asks. */
export async function hashOf(secret: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
