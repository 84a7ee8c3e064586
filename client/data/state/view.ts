import { keepList } from '#client/data/lib/deep-equal.ts';
import type { HouseholdView, RowState, VisitorView } from '#client/data/port.ts';
import type { Kept, Meta, Queued, Refused, Tap } from '#client/data/storage/records.ts';
import type { Replica } from '#client/data/storage/replica.ts';
import type { Decision } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import { type Path, profilePath, type VisitorRef, visitorPath } from '#domain/paths.ts';
import { Fold } from './fold.ts';
import { Rows } from './rows.ts';

/** All that the view is made of. */
export interface Facts {
  meta: Meta | undefined;
  replica: Replica;
  outbox: readonly Queued[];
  refused: readonly Refused[];
  /** Taps that the outbox does not hold yet, in the order they were tapped. */
  pending: readonly Tap[];
  /** Where reading closed visits from the device goes on; undefined: all are read. */
  older: { after: Kept['age'] } | undefined;
  contact: Contact;
}

/** How the last attempt to reach the server went. */
export interface Contact {
  locked: boolean;
  offline: boolean;
  failed: boolean;
  /** When a live stream last gave a sign of life, in ms by the device's clock. */
  heardAt: number;
  mismatch: HouseholdView['mismatch'];
}

/** What the screens see: the replica with outbox and pending taps folded in, kept up to date piece by piece. */
export class View {
  now: HouseholdView;
  readonly #actor: Id;
  readonly #fold: Fold;
  readonly #rows: Rows;
  #states = new Map<Path, RowState>();

  constructor(facts: Facts, actor: Id) {
    this.#actor = actor;
    this.#fold = new Fold(facts.replica, actor);
    this.#rows = new Rows(this.#fold);
    this.now = this.#assemble(facts);
  }

  /** Decides a tap on what is seen now; an accepted one has to be among the pending at the next `show`. */
  decide(tap: Tap, device: Id): Decision {
    return this.#fold.add(tap, device);
  }

  visitor(ref: VisitorRef): VisitorView | undefined {
    return this.#rows.visitor(visitorPath(ref));
  }

  /** In: the paths that changed in the replica, if it moved. Out: whether the screens have something new to show. */
  show(facts: Facts, changed: readonly Path[], isMoved: boolean): boolean {
    const { replica, outbox, pending, meta } = facts;
    this.#fold.follow(replica, isMoved, [...outbox, ...pending], meta?.device ?? '');
    const states = this.#statesOf(outbox);
    const dirty = new Set([...changed, ...this.#fold.takeTouched(), ...differing(this.#states, states)]);
    this.#states = states;
    this.#rows.refresh(dirty, (path) => states.get(path) ?? 'confirmed');
    const before = this.now;
    const now = this.#assemble(facts, before);
    const isNew = (Object.keys(now) as (keyof HouseholdView)[]).some((key) => now[key] !== before[key]);
    if (isNew) this.now = now;
    return isNew;
  }

  /** The rows that show something unconfirmed; a later tap on a row speaks for it. */
  #statesOf(outbox: readonly Queued[]): Map<Path, RowState> {
    const states = new Map<Path, RowState>();
    this.#fold.folded.forEach(({ wrote }, i) => {
      const queued = outbox[i];
      if (queued?.settled !== undefined) return;
      for (const path of wrote) states.set(path, queued ? 'waiting' : 'storing');
    });
    return states;
  }

  #assemble(
    { meta, outbox, refused, pending, older, contact }: Facts,
    before?: HouseholdView,
  ): HouseholdView {
    const { cursor = null, history = null, lastHeard } = meta ?? {};
    const { locked, offline, failed, heardAt, mismatch } = contact;
    const unsent = outbox.filter(({ settled }) => settled === undefined);
    const retried = new Set(pending.map(({ replaces }) => replaces));
    return {
      state: cursor !== null ? 'loaded' : failed ? 'failed' : 'loading',
      profile: this.#fold.get(profilePath(this.#actor)),
      children: this.#rows.children,
      history: this.#rows.history,
      historyLoading: history !== null || older !== undefined,
      waiting: unsent.length + pending.length,
      refused: keepList(
        before?.refused,
        refused.filter(({ op }) => !retried.has(op)),
      ),
      locked,
      lastHeard: lastHeard === undefined ? undefined : Math.max(lastHeard, heardAt),
      offline,
      mismatch,
    };
  }
}

function differing(before: ReadonlyMap<Path, RowState>, now: ReadonlyMap<Path, RowState>): Path[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
}
