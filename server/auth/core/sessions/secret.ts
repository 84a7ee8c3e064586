import { hash, randomBytes } from 'node:crypto';
import { LINK_SECRET_LENGTH } from '#domain/links/secret.ts';

/** Returns 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 that is stored in place of a secret; a random secret needs no salt. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** The form of `newSecret`, or of a link's secret. */
const SECRET = new RegExp(`^(?:[\\w-]{43}|[0-9a-z]{${LINK_SECRET_LENGTH}})$`);

/** Returns the hash of a received secret, or undefined if it has not the form of one. */
export function hashIfSecret(sent: string | undefined): string | undefined {
  return sent !== undefined && SECRET.test(sent) ? hashOf(sent) : undefined;
}
