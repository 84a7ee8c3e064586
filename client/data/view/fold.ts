import type { HouseholdState } from '#client/data/storage/household-state.ts';
import type { NewTap, Tap } from '#client/data/storage/records.ts';
import type { LazyModule } from '#client/lib/lazy-module.ts';
import type { Context, Decision } from '#domain/command.ts';
import { Draft } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import { isWithin, type Path } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';

type Rules = Pick<typeof import('#domain/commands/catalogue.ts'), 'prepare'>;
type Replica = HouseholdState['replica'];

interface FoldedTap {
  op: Id;
  wrote: readonly Path[];
}

/** The optimistic state: the replica with the device's own taps applied, in order. */
export class Fold {
  readonly #actor: Id;
  readonly #rules: Pick<LazyModule<Rules>, 'loaded'>;
  #replica: Replica;
  documents: Draft;
  folded: FoldedTap[] = [];
  readonly #touched = new Set<Path>();

  constructor(replica: Replica, actor: Id, rules: Pick<LazyModule<Rules>, 'loaded'>) {
    this.#replica = replica;
    this.documents = new Draft(replica, replica.sizes);
    this.#actor = actor;
    this.#rules = rules;
  }

  /** May include paths without a document. */
  within(root: Path): Path[] {
    const put = [...this.documents.puts.keys()].filter((path) => isWithin(path, root));
    return [...this.#replica.within(root), ...put];
  }

  /** A refusal changes nothing. */
  add(tap: NewTap, device: Id, { prepare }: Rules): Decision {
    const prepared = prepare(tap.name, tap.args, contextOf(tap, this.#actor, device));
    const decision = this.documents.decide(prepared);
    const wrote = decision.accepted
      ? decision.writes.map((write) => ('put' in write ? write.put : write.remove))
      : [];
    for (const path of wrote) this.#touched.add(path);
    if (decision.accepted) this.folded.push({ op: tap.op, wrote });
    return decision;
  }

  /** Runs only the appended taps if the rest is unchanged, and none without the rules. */
  update(replica: Replica, hasReplicaChanged: boolean, taps: readonly Tap[], device: Id): void {
    const isUnchanged = !hasReplicaChanged && this.folded.every(({ op }, i) => taps[i]?.op === op);
    if (!isUnchanged) this.#restart(replica);
    const rules = this.#rules.loaded;
    if (!rules) return;
    for (const tap of taps.slice(this.folded.length)) {
      if (!this.add(tap, device, rules).accepted) this.folded.push({ op: tap.op, wrote: [] });
    }
  }

  /** Paths written, or no longer written, by taps since the last call. */
  takeTouched(): Path[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  #restart(replica: Replica): void {
    for (const { wrote } of this.folded) for (const path of wrote) this.#touched.add(path);
    this.#replica = replica;
    this.documents = new Draft(replica, replica.sizes);
    this.folded = [];
  }
}

function contextOf(tap: NewTap, actor: Id, device: Id): Context {
  return {
    op: tap.op,
    actor,
    device,
    at: tap.at,
    tappedAt: isoTime(tap.tappedAt),
    receivedAt: tap.receivedAt,
    zone: tap.zone,
    certainty: 'exact',
    // Only the server knows the operator's default country.
    e164: () => undefined,
  };
}
