import type { ParentName } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import { parentNames } from '#domain/parent-names.ts';
import type { Path } from '#domain/paths.ts';
import { deepEqual } from './deep-equal.ts';
import type { Fold } from './fold.ts';

const PROFILES = 'profiles' as Path;

/** The parents of a household by name, as long as screens say who did what: it has or had more than one. */
export class Parents {
  list: readonly ParentName[] | undefined;
  readonly #actor: Id;
  /** Somebody else tapped here, who may have left since. */
  #hadOthers = false;

  constructor(actor: Id) {
    this.#actor = actor;
  }

  /** Follows a change of these paths. A tap of the only parent reads its one visit, and renders nothing. */
  refresh(changed: Iterable<Path>, fold: Fold): void {
    let isNew = false;
    for (const path of changed) {
      if (path.startsWith('profiles/')) isNew = true;
      else if (!this.#hadOthers && path.includes('/visits/') && this.#isOfOthers(path, fold))
        this.#hadOthers = isNew = true;
    }
    if (!isNew) return;
    const list = namesOf(fold);
    const now = list.length > 1 || this.#hadOthers ? list : undefined;
    if (!deepEqual(now, this.list)) this.list = now;
  }

  #isOfOthers(path: Path, fold: Fold): boolean {
    const visit = fold.get(path as Path<'visit'>);
    const ends = [visit?.arrived, visit?.left, ...(visit?.corrections ?? [])];
    return ends.some((end) => end && end.by !== this.#actor);
  }
}

/** The parents in the order of the list, by names that tell them apart. */
function namesOf(fold: Fold): ParentName[] {
  const parents = fold.within(PROFILES).flatMap((path) => {
    const profile = fold.get(path as Path<'profile'>);
    return profile ? [{ uid: path.slice('profiles/'.length), ...profile }] : [];
  });
  return [...parentNames(parents)].map(([uid, name]) => ({ uid, name }));
}
