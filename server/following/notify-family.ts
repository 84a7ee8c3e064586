import type { Alert } from '#domain/alerts.ts';
import type { Id } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { changeAsServer } from '../sync/save-as-server.ts';

/** Touches its profiles so that open pages refresh, without saying what changed; alerts its devices. */
export async function notifyFamily(
  deps: Dependencies,
  household: Id,
  alerts: readonly Alert[] = [],
): Promise<void> {
  const { store, now, config } = deps;
  const parents = await store.parentsOf(household);
  const paths = parents.map(({ uid }) => profilePath(uid));
  await changeAsServer(deps, household, async (transaction) => {
    const stored = await transaction.load([{ paths }]);
    const writes = paths.flatMap((path) => {
      const profile = stored.get(path);
      return profile ? [{ path, document: { ...profile, followingAt: isoTime(now()) } }] : [];
    });
    return { writes, alerts: config.pushServices.length > 0 ? alerts : [] };
  });
}
