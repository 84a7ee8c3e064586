import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Invitation } from '../../store/ports/store.ts';
import type { CoreContext } from './core-context.ts';

/**
 * The invitation to use up, if one is needed. `hash`: of its secret. Throws 'invitation-needed',
 * 'registration-closed'.
 */
export async function admit(
  { config, store, now }: CoreContext,
  hash: string | undefined,
): Promise<Invitation | undefined> {
  if (config.registration === 'open') return undefined;
  if (config.registration === 'closed') throw new CallError('registration-closed');
  const at = isoTime(now());
  const invitation = hash === undefined ? undefined : await store.oneTimeToken('invitation', hash, at);
  if (hash === undefined || !invitation) throw new CallError('invitation-needed');
  return { hash, now: at };
}
