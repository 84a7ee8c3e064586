import type { Id } from '#domain/ids.ts';
import { LINK_LIFE_MS } from '#domain/limits.ts';
import { withoutOldLinks } from '#domain/links/link-life.ts';
import { isoTime } from '#domain/time.ts';
import { keysOfLink } from '../links/link-handlers.ts';
import type { LinkStore } from '../store/ports/store.ts';
import { changeAsServer } from '../sync/save-as-server.ts';
import type { ExpiryDeps } from './expire-visits.ts';

/** Bounds a step, so that no tap waits long for it. */
const LINKS_AT_ONCE = 100;

type Row = Awaited<ReturnType<LinkStore['linksMadeBefore']>>[number];

/**
 * Strips links 72 hours after they were made, through the feed. A row is deleted after its visit,
 * so a kill in between leaves none. Resolves to true if more may be left.
 */
export async function stripOldLinks(deps: ExpiryDeps): Promise<boolean> {
  const { store, now, failures } = deps;
  const before = isoTime(now() - LINK_LIFE_MS);
  const rows = await store.linksMadeBefore(before, LINKS_AT_ONCE, failures?.recent());
  for (const [household, links] of Map.groupBy(rows, (row) => row.household)) {
    const work = async () => {
      await strip(deps, household, links, before);
      const hashes = links.map(({ hash }) => hash);
      await Promise.all(hashes.flatMap(keysOfLink).map((key) => store.resetAttempts(key)));
      await store.forgetLinks(hashes);
    };
    await (failures ? failures.attempt(household, work) : work());
  }
  return rows.length === LINKS_AT_ONCE;
}

function strip(deps: ExpiryDeps, household: Id, links: readonly Row[], before: string): Promise<void> {
  const paths = [...new Set(links.map(({ path }) => path))];
  return changeAsServer(deps, household, async (transaction) => {
    const stored = await transaction.load([{ paths }]);
    const writes = paths.flatMap((path) => {
      const visit = stored.get(path);
      const stripped = visit && withoutOldLinks(visit, before);
      return stripped && stripped !== visit ? [{ path, document: stripped }] : [];
    });
    return { writes };
  });
}
