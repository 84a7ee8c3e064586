import type { ReadSet } from '#domain/command.ts';
import { type Path, parsePath, visitorPath } from '#domain/paths.ts';
import { VISITS_BESIDE } from '#domain/visits/visits-around.ts';
import { childOf } from './loaded-documents.ts';

/** The stays of one visitor that a load brings: the open one, and from each stretch at most `many`. */
export interface StaysAsked {
  visitor: Path;
  stretches: Stretch[];
  many: number;
}

/** A span of time, (from, to], and the end of it from which the nearest stays are read. */
export interface Stretch {
  from: string;
  to: string;
  nearest: 'first' | 'last';
}

/** Text that sorts before and after every ISO time. */
const [EARLIEST, LATEST] = ['', '~'];

/** The documents that several commands read by their paths, each with the child that may have taken it along. */
export function pathsAsked(reads: readonly ReadSet[]): Path[] {
  const paths = reads.flatMap((read) => read.paths);
  return [...new Set([...paths, ...paths.map(childOf)])];
}

/** The stays that several commands read, visitor by visitor. */
export function staysAsked(reads: readonly ReadSet[]): StaysAsked[] {
  const times = new Map<Path, Set<string>>();
  for (const { around } of reads) {
    if (!around) continue;
    const visitor = visitorPath(around.visitor);
    times.set(visitor, (times.get(visitor) ?? new Set()).add(around.at));
  }
  const touched = reads.flatMap((read) => read.paths.filter(isVisitorPath));
  return [...times].map(([visitor, asked]) => {
    const ops = touched.filter((path) => path === visitor).length;
    // An earlier op of the request may take away a stay that a later one would look past.
    return { visitor, stretches: stretchesBetween(asked), many: VISITS_BESIDE + ops - 1 };
  });
}

function isVisitorPath(path: Path): boolean {
  const kind = parsePath(path)?.kind;
  return kind === 'friend' || kind === 'guest';
}

/** Between each two of the times asked for, the stays nearest to either. */
function stretchesBetween(times: ReadonlySet<string>): Stretch[] {
  const stretches: Stretch[] = [];
  let from = EARLIEST;
  for (const to of [...times].toSorted()) {
    stretches.push({ from, to, nearest: 'last' });
    if (from !== EARLIEST) stretches.push({ from, to, nearest: 'first' });
    from = to;
  }
  return [...stretches, { from, to: LATEST, nearest: 'first' }];
}
