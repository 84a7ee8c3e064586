import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text that fits a cookie, an address and a mail. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored in place of a secret: its SHA-256. No salt is needed where the secret cannot be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The hash of what somebody sent, or undefined where it cannot be a secret of ours. */
export function hashIfSecret(sent: string | undefined): string | undefined {
  return sent !== undefined && /^[\w-]{43}$/.test(sent) ? hashOf(sent) : undefined;
}
