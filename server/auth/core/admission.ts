import type { CallErrorCode } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Invitation } from '../../store/ports/store.ts';
import type { CoreContext } from './core-context.ts';

/**
 * Decides if an account may be opened (REGISTRATION). Returns the invitation that opening it uses up; undefined where
 * everybody may register. `hash`: that of the invitation's secret. Throws 'invitation-needed', 'registration-closed'.
 */
export async function admit(
  { config, store, now }: Pick<CoreContext, 'config' | 'store' | 'now'>,
  hash: string | undefined,
): Promise<Invitation | undefined> {
  if (config.registration === 'open') return undefined;
  if (config.registration === 'closed') throw new CallError('registration-closed');
  const at = isoTime(now());
  const invitation = hash === undefined ? undefined : await store.oneTimeToken('invitation', hash, at);
  if (hash === undefined || !invitation) throw new CallError('invitation-needed');
  return { hash, now: at };
}

/** The errors that say that the account may not be opened. */
export const NOT_ADMITTED: readonly CallErrorCode[] = ['invitation-needed', 'registration-closed'];
