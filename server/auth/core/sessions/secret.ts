import { hash, randomBytes } from 'node:crypto';

/** Returns 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 that is stored in place of a secret; a random secret needs no salt. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Returns the hash of a received secret, or undefined if it has not the form of one. */
export function hashIfSecret(sent: string | undefined): string | undefined {
  return sent !== undefined && /^[\w-]{43}$/.test(sent) ? hashOf(sent) : undefined;
}
