import { CallFailed } from '#client/data/errors.ts';
import type { Translate } from '#client/translations/translations.ts';
import { WebAuthnError } from './webauthn.ts';

/** The word of each error about a passkey or a recovery code: of the server's codes, and of the browser's reasons. */
const WORDS = {
  'passkey-refused': 'refused',
  'passkey-late': 'late',
  'passkey-copied': 'copied',
  'passkey-taken': 'knownHere',
  'passkey-limit': 'limit',
  'passkey-needed': 'needed',
  'last-sign-in-method': 'lastSignInMethod',
  'codes-needed': 'codesNeeded',
  'email-unverified': 'unverified',
  'code-refused': 'code',
  'second-factor-over': 'stepOver',
  cancelled: 'cancelled',
  late: 'late',
  'known-here': 'knownHere',
  unsupported: 'unsupported',
  failed: 'failed',
} as const;

/** Message for an error of a passkey or a recovery code; undefined for any other error. */
export function passkeyErrorMessage(t: Translate, error: unknown): string | undefined {
  const code = error instanceof CallFailed ? error.code : undefined;
  if (code === 'no-passkeys-here') return t(($) => $.passkeys.obstacles.address);
  const known = error instanceof WebAuthnError ? error.reason : code;
  return known !== undefined && known in WORDS
    ? t(($) => $.passkeys.failures[WORDS[known as keyof typeof WORDS]])
    : undefined;
}
