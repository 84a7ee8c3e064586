import type { HouseholdView, VisitorView } from '#client/data/port.ts';
import type { Landed } from '#client/data/storage/apply-reply.ts';
import type { Stored } from '#client/data/storage/read-stored.ts';
import type { Kept, Meta, Queued, Refused, Tap } from '#client/data/storage/records.ts';
import { Replica } from '#client/data/storage/replica.ts';
import type { Decision } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Path, VisitorRef } from '#domain/paths.ts';
import { type Contact, type Facts, View } from './view.ts';

/** One household in memory: what is stored of it, the taps on their way into storage, and the view of both. */
export class Copy implements Facts {
  meta: Meta | undefined;
  replica = new Replica();
  outbox: readonly Queued[] = [];
  refused: readonly Refused[] = [];
  pending: readonly Tap[] = [];
  older: { after: Kept['age'] } | undefined;
  contact: Contact = { locked: false, offline: false, failed: false, heardAt: 0, mismatch: undefined };
  readonly #view: View;
  readonly #tell: () => void;

  constructor(actor: Id, tell: () => void) {
    this.#view = new View(this, actor);
    this.#tell = tell;
  }

  get view(): HouseholdView {
    return this.#view.now;
  }

  visitor(ref: VisitorRef): VisitorView | undefined {
    return this.#view.visitor(ref);
  }

  /** Taps the server has not answered. */
  get unsent(): readonly Queued[] {
    return this.outbox.filter(({ settled }) => settled === undefined);
  }

  /** Decides a tap on what is seen now and takes it in, to be shown by `show`; a refusal changes nothing. */
  take(tap: Tap): Decision {
    const decision = this.#view.decide(tap, this.meta?.device ?? '');
    if (decision.accepted) this.pending = [...this.pending, tap];
    return decision;
  }

  /** Gives up taps that could not be stored anywhere. */
  drop(ops: ReadonlySet<Id>): void {
    this.pending = this.pending.filter(({ op }) => !ops.has(op));
    this.show();
  }

  /** Taps that the outbox holds now. */
  takeQueued(queued: readonly Queued[]): void {
    const ops = new Set(queued.map(({ op }) => op));
    const replaced = new Set(queued.map(({ replaces }) => replaces));
    this.outbox = [...this.outbox.filter(({ op }) => !ops.has(op)), ...queued].sort(bySequence);
    this.refused = this.refused.filter(({ op }) => !replaced.has(op));
    this.pending = this.pending.filter(({ op }) => !ops.has(op));
    this.show();
  }

  /** What lies in storage. A database that was evicted lost taps which are still here: they wait to be stored again. */
  takeStored({ meta, outbox, refused, documents, isWhole }: Stored): void {
    const stored = new Set(outbox.map(({ op }) => op));
    const isEvicted = this.meta !== undefined && this.meta.device !== meta.device;
    const held = isEvicted ? [...this.unsent, ...this.pending] : this.pending;
    this.pending = held.filter(({ op }) => !stored.has(op));
    this.meta = meta;
    this.outbox = outbox;
    const known = new Map(this.refused.map((one) => [one.op, one]));
    this.refused = refused.map((one) => known.get(one.op) ?? one);
    if (isWhole) this.older = { after: undefined };
    this.#land(documents, isWhole);
  }

  takeLanded({ meta, outbox, refused, documents }: Landed): void {
    const isWhole = meta.resetStamp === meta.stamp;
    this.meta = meta;
    this.outbox = outbox;
    this.refused = [...this.refused, ...refused];
    if (isWhole) this.older = undefined;
    this.#land(documents, isWhole);
  }

  takeOlder({ documents, next }: { documents: readonly Kept[]; next: Kept['age'] }): void {
    this.older = next && { after: next };
    this.#land(documents, false);
  }

  takeRefused(refused: readonly Refused[]): void {
    const ops = new Set(refused.map(({ op }) => op));
    this.outbox = this.outbox.filter(({ op }) => !ops.has(op));
    this.pending = this.pending.filter(({ op }) => !ops.has(op));
    this.refused = [...this.refused.filter(({ op }) => !ops.has(op)), ...refused];
    this.show();
  }

  forgetRefused(op: Id): void {
    this.refused = this.refused.filter((one) => one.op !== op);
    this.show();
  }

  noteContact(contact: Partial<Contact>): void {
    this.contact = { ...this.contact, ...contact };
    this.show();
  }

  /** Brings the view up to date and tells the screens what is new. In: the paths that changed in the replica. */
  show(changed: readonly Path[] = [], isMoved = false): void {
    if (this.#view.show(this, changed, isMoved)) this.#tell();
  }

  #land(documents: readonly Kept[], isWhole: boolean): void {
    const gone = isWhole ? this.replica.paths() : [];
    if (isWhole) this.replica = new Replica();
    const changed = this.replica.land(documents);
    this.show([...gone, ...changed], isWhole || changed.length > 0);
  }
}

function bySequence(a: Queued, b: Queued): number {
  return a.sequence - b.sequence;
}
