import type { Alert } from '#domain/alerts.ts';
import type { Id } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { NoSuchHousehold } from '../store/ports/store.ts';
import { saveAsServer } from '../sync/save-as-server.ts';

/**
 * Writes into the profiles of a family that something about following changed, so that its open pages look again, and has its
 * devices told. It says nothing of what changed.
 */
export async function tellFamily(
  { store, now, config }: Pick<Dependencies, 'store' | 'now' | 'config'>,
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
      const told = config.pushServices.length > 0 ? alerts : [];
      if (writes.length > 0) await saveAsServer(transaction, writes, time, store.restored(), told);
    })
    .catch((error: unknown) => {
      if (!(error instanceof NoSuchHousehold)) throw error;
    });
}
