import { createHmac, randomBytes } from 'node:crypto';
import type { ActivityStore } from '../store/ports/store.ts';

/**
 * Returns the function from a number (E.164) to the key under which it is refused: a hash that only this installation can
 * make. The number itself is stored nowhere.
 */
export async function numberKeys(store: Pick<ActivityStore, 'secret'>): Promise<(phone: string) => string> {
  const secret = await store.secret('refused-numbers', randomBytes(32).toString('base64url'));
  return (phone) => createHmac('sha256', secret).update(phone).digest('base64url');
}
