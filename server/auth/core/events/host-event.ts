import type { Logger } from 'pino';
import type { ActivityStore } from '../../../store/ports/store.ts';
import { ActivityWriter } from './activity-writer.ts';
import { accountHash, logKey } from './security-events.ts';

/**
 * Records what whoever hosts did to an account by a command: one line of the log without names, and of an export an entry
 * in the recent activity, which the parent sees.
 */
export async function recordHostEvent(
  store: Pick<ActivityStore, 'secret' | 'addActivity'>,
  log: Logger,
  event: 'export' | 'account-deleted',
  uid: string,
): Promise<void> {
  const account = accountHash(await logKey(store), uid);
  log.info({ event, outcome: 'ok', method: 'host', account }, 'security');
  if (event !== 'export') return;
  const activity = new ActivityWriter(store, log);
  const body = JSON.stringify({ event, outcome: 'ok', method: 'host', device: '' });
  activity.add({ uid, body, times: 1, per: 'day' }, Date.now());
  await activity.flush();
}
