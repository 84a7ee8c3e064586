import { createHmac, randomBytes } from 'node:crypto';
import type { ActivityStore } from '../../../store/ports/store.ts';

/** Returns the key of the installation under which the log names accounts. */
export function logKey(store: Pick<ActivityStore, 'secret'>): Promise<string> {
  return store.secret('security-log', randomBytes(32).toString('base64url'));
}

/** Returns the keyed hash of an account's id or e-mail: without the key no list of e-mails can be tried against the log. */
export function accountHash(key: string, who: string): string {
  return createHmac('sha256', key).update(who).digest('base64url').slice(0, 16);
}
