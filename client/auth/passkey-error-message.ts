import { CallFailed } from '#client/data/errors.ts';
import type { Translate } from '#client/translations/translations.ts';
import { WebAuthnError, type WebAuthnFailure } from './webauthn.ts';

/** Message for an error of a passkey or a recovery code; undefined for any other error. */
export function passkeyErrorMessage(t: Translate, error: unknown): string | undefined {
  if (error instanceof WebAuthnError) return webAuthnMessage(t, error.reason);
  switch (error instanceof CallFailed ? error.code : undefined) {
    case 'passkey-refused':
      return t(($) => $.passkeys.failures.refused);
    case 'passkey-late':
      return t(($) => $.passkeys.failures.late);
    case 'passkey-taken':
      return t(($) => $.passkeys.failures.knownHere);
    case 'passkey-limit':
      return t(($) => $.passkeys.failures.limit);
    case 'passkey-needed':
      return t(($) => $.passkeys.failures.needed);
    case 'last-sign-in-method':
      return t(($) => $.passkeys.failures.lastSignInMethod);
    case 'codes-needed':
      return t(($) => $.passkeys.failures.codesNeeded);
    case 'email-unverified':
      return t(($) => $.passkeys.failures.unverified);
    case 'code-refused':
      return t(($) => $.passkeys.failures.code);
    case 'second-factor-over':
      return t(($) => $.passkeys.failures.stepOver);
    case 'no-passkeys-here':
      return t(($) => $.passkeys.obstacles.address);
    default:
      return undefined;
  }
}

function webAuthnMessage(t: Translate, reason: WebAuthnFailure): string {
  switch (reason) {
    case 'cancelled':
      return t(($) => $.passkeys.failures.cancelled);
    case 'late':
      return t(($) => $.passkeys.failures.late);
    case 'known-here':
      return t(($) => $.passkeys.failures.knownHere);
    case 'unsupported':
      return t(($) => $.passkeys.failures.unsupported);
    case 'failed':
      return t(($) => $.passkeys.failures.failed);
  }
}
