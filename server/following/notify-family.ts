import type { Alert } from '#domain/alerts.ts';
import type { Id } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { NoSuchHousehold } from '../store/ports/store.ts';
import { saveAsServer } from '../sync/save-as-server.ts';

/**
 * Touches the family's profiles so that open pages refresh, without saying what changed; alerts its devices.
 */
export async function notifyFamily(
  { store, now, config }: Dependencies,
  household: Id,
  alerts: readonly Alert[] = [],
): Promise<void> {
  const parents = await store.parentsOf(household);
  const paths = parents.map(({ uid }) => profilePath(uid));
  await store
    .transact(household, async (transaction) => {
      const time = now();
      const stored = await transaction.load([{ paths }]);
      const writes = paths.flatMap((path) => {
        const profile = stored.get(path);
        return profile ? [{ path, document: { ...profile, followingAt: isoTime(time) } }] : [];
      });
      const queued = config.pushServices.length > 0 ? alerts : [];
      if (writes.length > 0) await saveAsServer(transaction, writes, time, store.restored(), queued);
    })
    .catch((error: unknown) => {
      if (!(error instanceof NoSuchHousehold)) throw error;
    });
}
