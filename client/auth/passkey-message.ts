import type { TFunction } from 'i18next';
import { CallFailed } from '#client/data/port.ts';
import { CeremonyFailed, type CeremonyTrouble } from './webauthn.ts';

/** The words for what went wrong with a passkey or a recovery code; undefined for all else. */
export function passkeyMessage(t: TFunction<'app'>, error: unknown): string | undefined {
  if (error instanceof CeremonyFailed) return troubleMessage(t, error.trouble);
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
    case 'last-way-in':
      return t(($) => $.passkeys.failures.lastWayIn);
    case 'codes-needed':
      return t(($) => $.passkeys.failures.codesNeeded);
    case 'email-unverified':
      return t(($) => $.passkeys.failures.unverified);
    case 'code-refused':
      return t(($) => $.passkeys.failures.code);
    case 'second-step-over':
      return t(($) => $.passkeys.failures.stepOver);
    case 'no-passkeys-here':
      return t(($) => $.passkeys.obstacles.address);
    default:
      return undefined;
  }
}

function troubleMessage(t: TFunction<'app'>, trouble: CeremonyTrouble): string {
  switch (trouble) {
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
