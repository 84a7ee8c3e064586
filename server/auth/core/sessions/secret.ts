import { hash, randomBytes } from 'node:crypto';
import { LINK_SECRET_LENGTH } from '#domain/links/link-secret.ts';

/** 256 bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256: a random secret needs no salt. Any text has one, so a malformed secret is an unknown one. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** The forms of `newSecret` and of a link's secret. */
const SECRET = new RegExp(`^(?:[\\w-]{43}|[0-9a-z]{${LINK_SECRET_LENGTH}})$`);

export function hashIfSecret(sent: string | undefined): string | undefined {
  return sent !== undefined && SECRET.test(sent) ? hashOf(sent) : undefined;
}
