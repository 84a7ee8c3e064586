import type { HouseholdView } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { ReadState } from './read-stored.ts';
import {
  bySequence,
  type Meta,
  type QueuedTap,
  type RefusedTap,
  type StoredDocument,
  type StoredState,
  type Tap,
  withoutFollowed,
} from './records.ts';
import { Replica } from './replica.ts';

/** The result of the last attempt to reach the server. */
interface Connection
  extends Pick<
    HouseholdView,
    'locked' | 'ended' | 'wasOpen' | 'offline' | 'throttled' | 'cause' | 'mismatch' | 'intercepted'
  > {
  failed: boolean;
  /** The last heartbeat of the live stream, in ms by the server's clock. */
  heartbeatAt: number;
}

/** The connection before the first attempt; nothing has failed. */
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

/** Draws the view after a change of these paths of the replica. */
export type Draw = (changed: readonly Path[], hasReplicaChanged: boolean) => void;

/** A household in the page's memory: what is stored of it, the taps on their way into storage, and the connection. */
export class HouseholdState {
  meta: Meta | undefined;
  replica = new Replica();
  outbox: readonly QueuedTap[] = [];
  refused: readonly RefusedTap[] = [];
  /** `HouseholdView.takenBack`. */
  takenBack = 0;
  /** Taps that are not in the outbox yet, in the order they were tapped. */
  pending: readonly Tap[] = [];
  /** Somebody signed in again after the session was ended on purpose; a snapshot is on its way. */
  isResumed = false;
  /** The position of reading closed visits from the device; undefined once all are read. */
  historyPosition: { after: StoredDocument['age'] } | undefined;
  connection: Connection = NO_CONTACT;
  readonly #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  /** Taps the server has not answered. */
  get unsent(): readonly QueuedTap[] {
    return this.outbox.filter(({ settled }) => settled === undefined);
  }

  /** Takes the journaled taps as pending that are known nowhere yet. Returns false if there are none. */
  adopt(journaled: readonly Tap[]): boolean {
    const known = new Set([...this.outbox, ...this.refused].map(({ op }) => op));
    const pending = journaled.filter(({ op }) => !known.has(op));
    const isNew = this.meta !== undefined && pending.length > this.pending.length;
    if (isNew) this.pending = pending;
    return isNew;
  }

  /** Removes taps that could not be stored anywhere. */
  drop(ops: ReadonlySet<Id>): void {
    this.takenBack += ops.size;
    this.outbox = this.outbox.filter(({ op }) => !ops.has(op));
    this.pending = this.pending.filter(({ op }) => !ops.has(op));
    this.refresh();
  }

  /** Applies taps that are in the outbox now; memory, if it takes over, goes on from `sequence`. */
  applyQueued(queued: readonly QueuedTap[], { sequence = 0 }: Partial<Pick<Meta, 'sequence'>> = {}): void {
    if (this.meta && sequence > this.meta.sequence) this.meta = { ...this.meta, sequence };
    const ops = new Set(queued.map(({ op }) => op));
    const replaced = new Set(queued.map(({ replaces }) => replaces));
    this.outbox = [...this.outbox.filter(({ op }) => !ops.has(op)), ...queued].sort(bySequence);
    this.refused = this.refused.filter(({ op }) => !replaced.has(op));
    this.pending = this.pending.filter(({ op }) => !ops.has(op));
    this.refresh();
  }

  /**
   * Applies the stored state. If the browser evicted the database, its taps become pending again, and the documents in memory
   * stay until the next snapshot.
   */
  applyStored({ meta, outbox, refused, documents, isSnapshot }: ReadState): void {
    // Another tab may have sent what this one adopted, and have it refused.
    const stored = new Set([...outbox, ...refused].map(({ op }) => op));
    const isEvicted = this.meta !== undefined && this.meta.device !== meta.device;
    const unstored = isEvicted ? [...this.unsent, ...this.pending] : this.pending;
    this.pending = unstored.filter(({ op }) => !stored.has(op));
    const isEmpty = isEvicted && meta.stamp === 0;
    this.meta = isEmpty ? { ...meta, ...learned(this.meta) } : meta;
    this.outbox = outbox;
    const known = new Map(this.refused.map((one) => [one.op, one]));
    this.refused = refused.map((one) => known.get(one.op) ?? one);
    this.takenBack += this.refused.filter(({ op }) => !known.has(op)).length;
    if (meta.ended) {
      // The documents that the page shows stay in its memory, hidden, until it is forgotten or loaded again.
      this.setConnection(this.isResumed ? {} : { locked: true, ended: true });
      return;
    }
    if (isSnapshot) this.historyPosition = { after: undefined };
    this.#applyDocuments(documents, isSnapshot && !isEmpty);
  }

  /** Forgets the documents, also those in memory; unsent taps stay. */
  forget(): void {
    const former = this.replica.paths();
    this.replica = new Replica();
    if (this.meta) this.meta = withoutFollowed(this.meta);
    this.historyPosition = undefined;
    this.refresh(former, true);
  }

  applyReply({ meta, outbox, refused, documents }: StoredState): void {
    const isSnapshot = meta.resetStamp === meta.stamp;
    this.meta = meta;
    this.outbox = outbox;
    this.refused = [...this.refused, ...refused];
    this.takenBack += refused.length;
    if (isSnapshot) this.historyPosition = undefined;
    this.#applyDocuments(documents, isSnapshot);
  }

  applyHistory(page: { documents: readonly StoredDocument[]; next: StoredDocument['age'] }): void {
    this.historyPosition = page.next && { after: page.next };
    this.#applyDocuments(page.documents, false);
  }

  /** Takes over what is followed from the stored metadata, of which another tab may have changed the rest: that is read then. */
  applyFollowed({ device, followed }: Meta): void {
    if (this.meta?.device !== device) return;
    this.meta = { ...withoutFollowed(this.meta), ...(followed && { followed }) };
    this.refresh();
  }

  removeRefused(op: Id): void {
    this.refused = this.refused.filter((one) => one.op !== op);
    this.refresh();
  }

  setConnection(connection: Partial<Connection>): void {
    this.connection = { ...this.connection, ...connection };
    this.refresh();
  }

  /** Draws the view after a change of these paths of the replica, or of the taps alone. */
  refresh(changed: readonly Path[] = [], hasReplicaChanged = false): void {
    this.#draw(changed, hasReplicaChanged);
  }

  #applyDocuments(documents: readonly StoredDocument[], isSnapshot: boolean): void {
    const former = isSnapshot ? this.replica.paths() : [];
    if (isSnapshot) this.replica = new Replica();
    const changed = this.replica.apply(documents);
    this.refresh([...former, ...changed], isSnapshot || changed.length > 0);
  }
}

/** The server's clock as far as the page knows it. */
function learned(meta: Meta | undefined): Partial<Meta> {
  const { skew = 0, lastHeard } = meta ?? {};
  return { skew, ...(lastHeard !== undefined && { lastHeard }) };
}
