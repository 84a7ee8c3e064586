import type { HouseholdView, RowState, VisitorView } from '#client/data/port.ts';
import type { HouseholdState } from '#client/data/storage/household-state.ts';
import type { QueuedTap } from '#client/data/storage/records.ts';
import type { Id } from '#domain/ids.ts';
import { parentNames } from '#domain/names.ts';
import { type Path, profilePath, type VisitorRef, visitorPath } from '#domain/paths.ts';
import type { Fold } from './fold.ts';
import { deepEqual, reuseList } from './row.ts';
import { Rows } from './rows.ts';

/** The replica with outbox and pending taps folded in, updated incrementally. */
export class View {
  current: HouseholdView;
  readonly #state: HouseholdState;
  readonly #fold: Fold;
  readonly #actor: Id;
  readonly #rows: Rows;
  readonly #parents: Parents;
  #rowStates = new Map<Path, RowState>();

  constructor(state: HouseholdState, fold: Fold, actor: Id) {
    this.#state = state;
    this.#fold = fold;
    this.#actor = actor;
    this.#rows = new Rows(fold);
    this.#parents = new Parents(actor);
    this.current = this.#build();
  }

  visitor(ref: VisitorRef): VisitorView | undefined {
    return this.#rows.visitors.get(visitorPath(ref));
  }

  /** The result says if the view is a new object. */
  update(changed: readonly Path[], hasReplicaChanged: boolean): boolean {
    const { replica, outbox, pending, meta } = this.#state;
    this.#fold.update(replica, hasReplicaChanged, [...outbox, ...pending], meta?.device ?? '');
    const states = this.#statesOfRows(outbox);
    const dirty = new Set([...changed, ...this.#fold.takeTouched(), ...changedKeys(this.#rowStates, states)]);
    this.#rowStates = states;
    this.#rows.refresh(dirty, (path) => states.get(path) ?? 'confirmed');
    this.#parents.refresh(dirty, this.#fold);
    const before = this.current;
    const now = this.#build(before);
    const isNew = (Object.keys(now) as (keyof HouseholdView)[]).some((key) => now[key] !== before[key]);
    if (isNew) this.current = now;
    return isNew;
  }

  /** Only unconfirmed rows; the latest tap on a row counts. */
  #statesOfRows(outbox: readonly QueuedTap[]): Map<Path, RowState> {
    const states = new Map<Path, RowState>();
    this.#fold.folded.forEach(({ wrote }, i) => {
      const queued = outbox[i];
      if (queued?.settled !== undefined) return;
      for (const path of wrote) states.set(path, queued ? 'waiting' : 'storing');
    });
    return states;
  }

  #build(before?: HouseholdView): HouseholdView {
    const { meta, replica, unsent, refused, takenBack, pending, historyPosition, connection } = this.#state;
    const { cursor = null, history = null, lastHeard, skew = 0 } = meta ?? {};
    const { failed, heartbeatAt, ...shown } = connection;
    const retried = new Set(pending.map(({ replaces }) => replaces));
    return {
      // A page with a half-filled form keeps the family in memory until the next snapshot.
      state: cursor !== null || !replica.isEmpty ? 'loaded' : failed ? 'failed' : 'loading',
      profile: this.#fold.documents.get(profilePath(this.#actor)),
      parents: this.#parents.list,
      children: this.#rows.children,
      history: this.#rows.history.sorted,
      historyLoading: history !== null || historyPosition !== undefined,
      waiting: unsent.length + pending.length,
      refused: reuseList(
        before?.refused,
        refused.filter(({ op }) => !retried.has(op)),
      ),
      takenBack,
      lastHeard: lastHeard === undefined ? undefined : Math.max(lastHeard + skew, heartbeatAt),
      skew: steadySkew(before?.skew, skew),
      restored: reuse(before?.restored, meta?.restored),
      restoredAt: meta?.restoredAt,
      followed: reuse(before?.followed, meta?.followed),
      followers: reuse(before?.followers, meta?.followers),
      ...shown,
    };
  }
}

function changedKeys(before: ReadonlyMap<Path, RowState>, now: ReadonlyMap<Path, RowState>): Path[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
}

/** Each read from storage makes a new object. */
function reuse<T>(before: T, now: T): T {
  return deepEqual(before, now) ? before : now;
}

/** Network jitter of some ms, which no screen shows. */
function steadySkew(before: number | undefined, now: number): number {
  return before !== undefined && Math.abs(now - before) < 1000 ? before : now;
}

const PROFILES = 'profiles' as Path;

interface ParentName {
  uid: Id;
  name: string;
}

/** Defined once the household has or had several parents; screens then say who did what. */
export class Parents {
  list: readonly ParentName[] | undefined;
  readonly #actor: Id;
  /** Another parent, who may have left since, tapped here. */
  #hadOthers = false;

  constructor(actor: Id) {
    this.#actor = actor;
  }

  /** A tap of the only parent reads its one visit, and renders nothing. */
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
    const visit = fold.documents.get(path as Path<'visit'>);
    const ends = [visit?.arrived, visit?.left, ...(visit?.corrections ?? [])];
    return ends.some((end) => end && end.by !== this.#actor);
  }
}

function namesOf(fold: Fold): ParentName[] {
  const parents = fold.within(PROFILES).flatMap((path) => {
    const profile = fold.documents.get(path as Path<'profile'>);
    return profile ? [{ uid: path.slice('profiles/'.length), ...profile }] : [];
  });
  return [...parentNames(parents)].map(([uid, name]) => ({ uid, name }));
}
