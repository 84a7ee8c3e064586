import type { Document } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import type { Op, Outcome } from '#domain/protocol/sync.ts';
import type { Store } from '#server/store/ports/store.ts';
import { applyInSteps } from '#server/sync/apply-in-steps.ts';
import { registerFamily } from '#tests/model/model-family.ts';
import type { Random } from './random.ts';
import type { Wish } from './wishes.ts';

type Sent = NonNullable<NonNullable<Op['again']>['sent']>;

/** A household of a store that gets requests at given times; `keepsLog`: after a restore. */
export class Timeline {
  readonly #store: Store;
  readonly #household: Id;
  keepsLog = false;

  private constructor(store: Store, household: Id) {
    this.#store = store;
    this.#household = household;
  }

  static async open(store: Store, now: number): Promise<Timeline> {
    const { account } = await registerFamily(store, now);
    return new Timeline(store, account.household);
  }

  async send({ device, uid }: Phone, ops: readonly Op[], at: number): Promise<Outcome[]> {
    const { outcomes } = await applyInSteps(
      this.#store,
      { protocol: PROTOCOL, household: this.#household, device, cursor: null, deviceNow: at, ops: [...ops] },
      {
        ...{ uid, receivedAt: at, noticeHoldMs: 0, hasPush: false, keepsLog: this.keepsLog },
        admit: () => undefined,
        e164: () => undefined,
        onCrash: (error) => {
          throw error;
        },
      },
    );
    return outcomes;
  }

  async documents(): Promise<Map<string, Document>> {
    const { changes } = await this.#store.changes(this.#household, 0, 100_000);
    return new Map(
      changes.flatMap(({ path, document }) =>
        document && path.startsWith('children/') ? [[path, document as unknown as Document]] : [],
      ),
    );
  }
}

/** A phone as far as it matters after a restore: what waits, and what the server has answered. */
export class Phone {
  readonly device: Id;
  readonly uid: Id;
  readonly outbox: { op: Op; sent?: Sent }[] = [];
  readonly kept: { op: Op; sent: Sent }[] = [];
  isOnline = true;
  #sequence = 0;

  constructor(device: Id, uid: Id) {
    this.device = device;
    this.uid = uid;
  }

  get unsent(): Op[] {
    return this.outbox.map(({ op }) => op);
  }

  tap(random: Random, { name, args }: Wish, at: number): Op {
    this.#sequence += 1;
    const op = random.id('op');
    const tap = { op, sequence: this.#sequence, name, args, tappedAt: at, zone: 'UTC' };
    this.outbox.push({ op: tap });
    return tap;
  }

  /** Takes the outcomes of a request; a lost reply leaves the time of the attempt. */
  hear(outcomes: readonly Outcome[], at: number, isLost: boolean): void {
    for (const queued of [...this.outbox]) {
      const outcome = outcomes.find(({ op }) => op === queued.op.op);
      if (!outcome) continue;
      if (isLost) {
        queued.sent ??= { deviceNow: at, receivedAt: at };
        continue;
      }
      this.outbox.splice(this.outbox.indexOf(queued), 1);
      if (outcome.result === 'refused') continue;
      const receivedAt = outcome.receivedAt ?? at;
      this.kept.push({
        op: queued.op,
        sent: { deviceNow: receivedAt, receivedAt, version: outcome.version },
      });
    }
  }

  /** All that is sent again after a restore, as client/data/device/apply-reply.ts queues it. */
  again(): Op[] {
    let known = 0;
    const all = [...this.kept, ...this.outbox].sort((a, b) => a.op.sequence - b.op.sequence);
    return all.map(({ op, sent }) => {
      if (!sent) return { ...op, again: {} };
      const version = sent.version ?? Math.max(known, sent.receivedAt);
      known = Math.max(known, version);
      return { ...op, again: { sent: { ...sent, version } } };
    });
  }
}
