import { type Path, parsePath } from '#domain/paths.ts';

/** The rows to rebuild. */
export interface Dirty {
  children: Set<Path<'child'>>;
  visitors: Set<Path<'friend'> | Path<'guest'>>;
  visits: Set<Path<'visit'>>;
}

/** Sorts changed paths by the rows they belong to. */
export function byKind(changed: Iterable<Path>): Dirty {
  const dirty: Dirty = { children: new Set(), visitors: new Set(), visits: new Set() };
  for (const path of changed) addTo(dirty, path);
  return dirty;
}

export function addTo(dirty: Dirty, path: Path): void {
  const kind = parsePath(path)?.kind;
  if (kind === 'child') dirty.children.add(path as Path<'child'>);
  if (kind === 'friend' || kind === 'guest') dirty.visitors.add(path as Path<'friend'>);
  if (kind === 'visit') dirty.visits.add(path as Path<'visit'>);
}
