import type { ReadSet } from '#domain/command.ts';
import { childOf, type Path, visitorPath } from '#domain/paths.ts';
import { VISITS_BESIDE } from '#domain/visits/visits-around.ts';

/** The visits of one visitor that are loaded: the open one, and at most `limit` from each range. */
export interface VisitQuery {
  visitor: Path;
  ranges: VisitRange[];
  limit: number;
}

/** A range of time, (from, to], and the end of it that the loaded visits are nearest to. */
export interface VisitRange {
  from: string;
  to: string;
  nearest: 'first' | 'last';
}

/** Text that sorts before and after every ISO time. */
const [EARLIEST, LATEST] = ['', '~'];

/** Plans the documents that several commands read by path, each with its child, whose removal removed it too. */
export function pathsToLoad(reads: readonly ReadSet[]): Path[] {
  const wanted = new Set<Path>();
  for (const { paths } of reads) for (const path of paths) wanted.add(path).add(childOf(path));
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
    return { visitor, ranges: rangesBetween(at), limit: VISITS_BESIDE + ops - 1 };
  });
}

/** The ranges between the times, each read from the ends that border on one of them. */
function rangesBetween(times: ReadonlySet<string>): VisitRange[] {
  const ranges: VisitRange[] = [];
  let from = EARLIEST;
  for (const to of [...times].toSorted()) {
    ranges.push({ from, to, nearest: 'last' });
    if (from !== EARLIEST) ranges.push({ from, to, nearest: 'first' });
    from = to;
  }
  return [...ranges, { from, to: LATEST, nearest: 'first' }];
}
