import type { HouseholdView } from '#client/data/port.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { ReadState } from './household-storage.ts';
import {
  bySequence,
  type Meta,
  type QueuedTap,
  type RefusedTap,
  type StoredDocument,
  type StoredState,
  type Tap,
  withoutReplies,
} from './records.ts';
import { Replica } from './replica.ts';

interface Connection
  extends Pick<
    HouseholdView,
    'locked' | 'ended' | 'sessionConfirmed' | 'offline' | 'throttled' | 'cause' | 'mismatch' | 'intercepted'
  > {
  failed: boolean;
  /** In ms by the server's clock. */
  heartbeatAt: number;
}

/** Before the first attempt. */
export const INITIAL_CONNECTION: Connection = {
  locked: false,
  ended: false,
  sessionConfirmed: false,
  offline: false,
  throttled: false,
  failed: false,
  cause: 'network',
  heartbeatAt: 0,
  mismatch: undefined,
  intercepted: false,
};

type Draw = (changed: readonly Path[], hasReplicaChanged: boolean) => void;

export interface Owner {
  draw: Draw;
  loadRules: () => Promise<unknown>;
  onDeleted: () => void;
}

export class HouseholdState {
  meta: Meta | undefined;
  replica = new Replica();
  outbox: readonly QueuedTap[] = [];
  refused: readonly RefusedTap[] = [];
  takenBack = 0;
  /** Taps not in the outbox yet, in tap order. */
  pending: readonly Tap[] = [];
  /** Signed in again after the session was ended on purpose. */
  isResumed = false;
  /** In the closed visits on disk; undefined once all are read. */
  historyPosition: { after: StoredDocument['age'] } | undefined;
  connection: Connection = INITIAL_CONNECTION;
  readonly #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  get unsent(): readonly QueuedTap[] {
    return this.outbox.filter(({ settled }) => settled === undefined);
  }

  /** False if no tap is new. */
  adopt(journaled: readonly Tap[]): boolean {
    const known = new Set([...this.outbox, ...this.refused].map(({ op }) => op));
    const pending = journaled.filter(({ op }) => !known.has(op));
    const isNew = this.meta !== undefined && pending.length > this.pending.length;
    if (isNew) this.pending = pending;
    return isNew;
  }

  /** For taps stored nowhere. */
  drop(ops: ReadonlySet<Id>): void {
    this.takenBack += ops.size;
    this.outbox = this.outbox.filter(({ op }) => !ops.has(op));
    this.pending = this.pending.filter(({ op }) => !ops.has(op));
    this.refresh();
  }

  /** `sequence`: memory continues from it if it takes over. */
  applyQueued(queued: readonly QueuedTap[], { sequence = 0 }: Partial<Pick<Meta, 'sequence'>> = {}): void {
    if (this.meta && sequence > this.meta.sequence) this.meta = { ...this.meta, sequence };
    const ops = new Set(queued.map(({ op }) => op));
    const replaced = new Set(queued.map(({ replaces }) => replaces));
    this.outbox = [...this.outbox.filter(({ op }) => !ops.has(op)), ...queued].sort(bySequence);
    this.refused = this.refused.filter(({ op }) => !replaced.has(op));
    this.pending = this.pending.filter(({ op }) => !ops.has(op));
    this.refresh();
  }

  /** After an eviction the lost taps become pending again, and documents in memory stay until a snapshot. */
  applyStored({ meta, outbox, refused, documents, isSnapshot }: ReadState): void {
    // Another tab may have sent an adopted tap and got a refusal.
    const stored = new Set([...outbox, ...refused].map(({ op }) => op));
    const isEvicted = this.meta !== undefined && this.meta.device !== meta.device;
    const unstored = isEvicted ? [...this.unsent, ...this.pending] : this.pending;
    this.pending = unstored.filter(({ op }) => !stored.has(op));
    const isEmpty = isEvicted && meta.stamp === 0;
    const { skew = 0, lastHeard } = this.meta ?? {};
    this.meta = isEmpty ? { ...meta, skew, ...(lastHeard !== undefined && { lastHeard }) } : meta;
    this.outbox = outbox;
    const known = new Map(this.refused.map((one) => [one.op, one]));
    this.refused = refused.map((one) => known.get(one.op) ?? one);
    this.takenBack += this.refused.filter(({ op }) => !known.has(op)).length;
    if (meta.ended) {
      // Documents stay in memory, hidden, until `forget` or the next load.
      this.setConnection(this.isResumed ? {} : { locked: true, ended: true });
      return;
    }
    if (isSnapshot) this.historyPosition = { after: undefined };
    this.#applyDocuments(documents, isSnapshot && !isEmpty);
  }

  /** Unsent taps stay. */
  forget(): void {
    const previous = this.replica.paths();
    this.replica = new Replica();
    if (this.meta) this.meta = withoutReplies(this.meta);
    this.historyPosition = undefined;
    this.refresh(previous, true);
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

  /** Takes the replies alone: another tab may have changed the rest, which is read later. */
  applyReplies({ device, followed, followers }: Meta): void {
    if (this.meta?.device !== device) return;
    this.meta = { ...this.meta, followed, followers };
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

  /** An empty `changed`: only taps changed. */
  refresh(changed: readonly Path[] = [], hasReplicaChanged = false): void {
    this.#draw(changed, hasReplicaChanged);
  }

  #applyDocuments(documents: readonly StoredDocument[], isSnapshot: boolean): void {
    const previous = isSnapshot ? this.replica.paths() : [];
    if (isSnapshot) this.replica = new Replica();
    const changed = this.replica.apply(documents);
    this.refresh([...previous, ...changed], isSnapshot || changed.length > 0);
  }
}
