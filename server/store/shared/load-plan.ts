import type { ReadSet } from '#domain/command.ts';
import { childOf, type Path, visitorPath } from '#domain/paths.ts';
import { VISITS_BESIDE } from '#domain/visits/visit.ts';

/** The visits of one visitor that are loaded: the open one, and at most `limit` before and after each time. */
export interface VisitQuery {
  visitor: Path;
  times: VisitTime[];
  limit: number;
}

/** A time with its neighbours: the visits nearest to it in (after, at] and in (at, before] are loaded. */
interface VisitTime {
  after: string;
  at: string;
  before: string;
}

/** Text that sorts before and after every ISO time. */
const [EARLIEST, LATEST] = ['', '~'];

/** Plans the documents that several commands read by path, each with its child, whose removal removed it too. */
export function pathsToLoad(reads: readonly ReadSet[]): Path[] {
  const wanted = new Set<Path>();
  let last: Path | undefined;
  for (const { paths } of reads) {
    for (const path of paths) {
      wanted.add(path);
      const child = childOf(path);
      // Mostly all lie below one child, and a new text is dear as a key.
      if (child !== last) wanted.add(child);
      last = child;
    }
  }
  return [...wanted];
}

/** Plans the visits that several commands read, one query for each visitor. */
export function visitsToLoad(reads: readonly ReadSet[]): VisitQuery[] {
  const times = new Map<Path, Set<string>>();
  for (const { around } of reads) {
    if (!around) continue;
    const visitor = visitorPath(around.visitor);
    times.set(visitor, (times.get(visitor) ?? new Set()).add(around.at));
  }
  return [...times].map(([visitor, at]) => {
    const ops = reads.filter(({ paths }) => paths.includes(visitor)).length;
    // An earlier op of the request may remove a visit, so that a later op needs the one beyond it.
    return { visitor, times: withNeighbours(at), limit: VISITS_BESIDE + ops - 1 };
  });
}

function withNeighbours(times: ReadonlySet<string>): VisitTime[] {
  const sorted = [...times].toSorted();
  return sorted.map((at, index) => ({
    after: sorted[index - 1] ?? EARLIEST,
    at,
    before: sorted[index + 1] ?? LATEST,
  }));
}
