import type { Meta, QueuedTap, RefusedTap, StoredDocument, Tap } from '#client/data/device/records.ts';
import type { Replica } from '#client/data/device/replica.ts';
import type { HouseholdView, RowState, VisitorView } from '#client/data/port.ts';
import type { Decision } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { type Path, profilePath, type VisitorRef, visitorPath } from '#domain/paths.ts';
import { reuseList } from './deep-equal.ts';
import { Fold } from './fold.ts';
import { Parents } from './parents.ts';
import { Rows } from './rows.ts';

/** The input of the view. */
export interface ViewInput {
  meta: Meta | undefined;
  replica: Replica;
  outbox: readonly QueuedTap[];
  refused: readonly RefusedTap[];
  /** Taps that are not in the outbox yet, in the order they were tapped. */
  pending: readonly Tap[];
  /** The position of reading closed visits from the device; undefined once all are read. */
  historyPosition: { after: StoredDocument['age'] } | undefined;
  connection: Connection;
}

/** The result of the last attempt to reach the server. */
export interface Connection {
  locked: boolean;
  /** The session was ended on purpose: the device holds nothing of the family but unsent taps. */
  ended: boolean;
  /** A sync has succeeded since the page was opened. */
  wasOpen: boolean;
  offline: boolean;
  throttled: boolean;
  failed: boolean;
  cause: HouseholdView['cause'];
  /** The last heartbeat of the live stream, in ms by the server's clock. */
  heartbeatAt: number;
  mismatch: HouseholdView['mismatch'];
  intercepted: boolean;
}

/** The connection before the first attempt. */
export const NO_CONTACT: Connection = {
  locked: false,
  ended: false,
  wasOpen: false,
  offline: false,
  throttled: false,
  failed: false,
  cause: 'network',
  heartbeatAt: 0,
  mismatch: undefined,
  intercepted: false,
};

/** The household view of the screens: the replica with outbox and pending taps folded in, updated incrementally. */
export class View {
  current: HouseholdView;
  readonly #actor: Id;
  readonly #fold: Fold;
  readonly #rows: Rows;
  readonly #parents: Parents;
  #states = new Map<Path, RowState>();

  constructor(input: ViewInput, actor: Id) {
    this.#actor = actor;
    this.#fold = new Fold(input.replica, actor);
    this.#rows = new Rows(this.#fold);
    this.#parents = new Parents(actor);
    this.current = this.#build(input);
  }

  /** Runs a tap on the optimistic state; an accepted tap must be among the pending ones at the next `update`. */
  decide(tap: Tap, device: Id): Decision {
    return this.#fold.add(tap, device);
  }

  visitor(ref: VisitorRef): VisitorView | undefined {
    return this.#rows.visitor(visitorPath(ref));
  }

  /** Updates the view after a change of these paths of the replica. Returns true if the view is a new object. */
  update(input: ViewInput, changed: readonly Path[], hasReplicaChanged: boolean): boolean {
    const { replica, outbox, pending, meta } = input;
    this.#fold.update(replica, hasReplicaChanged, [...outbox, ...pending], meta?.device ?? '');
    const states = this.#rowStates(outbox);
    const dirty = new Set([...changed, ...this.#fold.takeTouched(), ...changedKeys(this.#states, states)]);
    this.#states = states;
    this.#rows.refresh(dirty, (path) => states.get(path) ?? 'confirmed');
    this.#parents.refresh(dirty, this.#fold);
    const before = this.current;
    const now = this.#build(input, before);
    const isNew = (Object.keys(now) as (keyof HouseholdView)[]).some((key) => now[key] !== before[key]);
    if (isNew) this.current = now;
    return isNew;
  }

  /** The states of unconfirmed rows; the latest tap on a row counts. */
  #rowStates(outbox: readonly QueuedTap[]): Map<Path, RowState> {
    const states = new Map<Path, RowState>();
    this.#fold.folded.forEach(({ wrote }, i) => {
      const queued = outbox[i];
      if (queued?.settled !== undefined) return;
      for (const path of wrote) states.set(path, queued ? 'waiting' : 'storing');
    });
    return states;
  }

  #build(
    { meta, replica, outbox, refused, pending, historyPosition, connection }: ViewInput,
    before?: HouseholdView,
  ): HouseholdView {
    const { cursor = null, history = null, lastHeard, skew = 0, restored } = meta ?? {};
    const { failed, heartbeatAt, ...shown } = connection;
    const unsent = outbox.filter(({ settled }) => settled === undefined);
    const retried = new Set(pending.map(({ replaces }) => replaces));
    return {
      // A page with a half-filled form keeps the family in memory until the next snapshot.
      state: cursor !== null || !replica.isEmpty ? 'loaded' : failed ? 'failed' : 'loading',
      profile: this.#fold.get(profilePath(this.#actor)),
      parents: this.#parents.list,
      children: this.#rows.children,
      history: this.#rows.history,
      historyLoading: history !== null || historyPosition !== undefined,
      waiting: unsent.length + pending.length,
      refused: reuseList(
        before?.refused,
        refused.filter(({ op }) => !retried.has(op)),
      ),
      lastHeard: lastHeard === undefined ? undefined : Math.max(lastHeard + skew, heartbeatAt),
      skew: steadySkew(before?.skew, skew),
      restored: sameNote(before?.restored, restored),
      ...shown,
    };
  }
}

/** Storage gives each tab an object of its own. */
function sameNote(before: Meta['restored'], now: Meta['restored']): Meta['restored'] {
  return before && now && before.from === now.from ? before : now;
}

function changedKeys(before: ReadonlyMap<Path, RowState>, now: ReadonlyMap<Path, RowState>): Path[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
}

/** The network makes a difference of some ms, which no screen shows. */
function steadySkew(before: number | undefined, now: number): number {
  return before !== undefined && Math.abs(now - before) < 1000 ? before : now;
}
