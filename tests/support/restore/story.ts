import type { Document } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import type { Op, Outcome } from '#domain/protocol/sync.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Store } from '#server/store/ports/store.ts';
import { applyAfterRestore } from '#server/sync/after-restore/apply-after-restore.ts';
import { applyOps } from '#server/sync/apply-ops.ts';
import { registerFamily } from '#tests/model/model-family.ts';
import { type Random, randomOf } from '#tests/support/random.ts';
import { beginning, type Wish, wishOf } from './wishes.ts';

export const START = Date.UTC(2026, 8, 14, 6);

export interface Options {
  seed: number;
  steps?: number;
  /** Not all phones return. */
  isSubset?: boolean;
  /** Changes what phones send again, for a control. */
  alter?: (op: Op) => Op;
}

interface Ended {
  /** The server that was never restored, and the restored one. */
  expected: Map<string, Document>;
  found: Map<string, Document>;
  /** The number of taps that phones sent again. */
  taps: number;
}

/**
 * Random taps of three phones of two parents about shared friends; a backup at a random moment; a restore; then the phones
 * return in random order, in pieces, some of them twice, with new taps in between. Returns the documents of a server that was
 * never restored beside those of the restored one.
 */
export async function runStory(store: Store, options: Options): Promise<Ended> {
  const { seed, steps = 30, isSubset = false, alter = (op) => op } = options;
  const random = randomOf(seed);
  const phones = ['a', 'b', 'c'].map((name, i) => new Phone(`phone${name}0000000`, `parent${i % 2}000000`));
  const whole = await Timeline.open(store, START);
  const requests: { phone: Phone; ops: Op[]; at: number; outcomes: Outcome[] }[] = [];
  let clock = START;
  const sendTo = async (timeline: Timeline, phone: Phone, ops: readonly Op[]) => {
    const outcomes = await timeline.send(phone, ops, clock);
    requests.push({ phone, ops: [...ops], at: clock, outcomes });
    return outcomes;
  };
  const flush = async (phone: Phone) => {
    if (!phone.isOnline || phone.outbox.length === 0) return;
    const isLost = random.chance(0.12);
    phone.hear(await sendTo(whole, phone, phone.unsent), clock, isLost);
    if (isLost) phone.isOnline = false;
  };
  const [first] = phones as [Phone, ...Phone[]];
  for (const wish of beginning()) first.tap(random, wish, clock);
  first.hear(await sendTo(whole, first, first.unsent), clock, false);
  const backupAt = random.int(steps);
  let inBackup = requests.length;
  for (let step = 0; step < steps; step += 1) {
    clock += 1 + random.int(random.chance(0.2) ? 300 * MINUTE_MS : 3 * MINUTE_MS);
    if (step === backupAt) inBackup = requests.length;
    const phone = random.pick(phones);
    if (random.chance(0.12)) phone.isOnline = !phone.isOnline;
    phone.tap(random, wishOf(random, await whole.documents()), clock);
    await flush(phone);
  }
  const back = isSubset ? phones.filter(() => random.chance(0.6)) : [...phones];
  return afterRestore({ store, random, requests, inBackup, back, clock, alter });
}

interface Restore {
  store: Store;
  random: Random;
  requests: { phone: Phone; ops: Op[]; at: number; outcomes: Outcome[] }[];
  inBackup: number;
  back: Phone[];
  clock: number;
  alter: (op: Op) => Op;
}

async function afterRestore({
  store,
  random,
  requests,
  inBackup,
  back,
  alter,
  ...rest
}: Restore): Promise<Ended> {
  let { clock } = rest;
  const [expected, found] = [await Timeline.open(store, START), await Timeline.open(store, START)];
  for (const { phone, ops, at } of requests.slice(0, inBackup))
    for (const timeline of [expected, found]) await timeline.send(phone, ops, at);
  // The never restored server had what the phones that return hold: not what it refused, and they know of it.
  for (const { phone, ops, at } of requests.slice(inBackup)) {
    const held = new Set(phone.again().flatMap(({ op, again }) => (again?.sent ? [op] : [])));
    const theirs = ops.filter(({ op }) => back.includes(phone) && held.has(op));
    if (theirs.length > 0) await expected.send(phone, theirs, at);
  }
  found.keepsLog = true;
  const queues = new Map(back.map((phone) => [phone, phone.again()] as const));
  let taps = 0;
  while ([...queues.values()].some((queue) => queue.length > 0)) {
    clock += 1 + random.int(random.chance(0.1) ? 2 * 24 * 60 * MINUTE_MS : 5 * MINUTE_MS);
    const phone = random.pick(back);
    const queue = queues.get(phone) ?? [];
    const piece = queue.splice(0, random.chance(0.3) ? 100 : 1 + random.int(4));
    const rounds = random.chance(0.2) ? 2 : 1;
    for (let round = 0; round < rounds && piece.length > 0; round += 1) {
      await found.send(phone, piece.map(alter), clock);
      const never = piece.filter(({ again }) => !again?.sent).map(({ again: _again, ...op }) => op);
      if (never.length > 0 && round === 0) await expected.send(phone, never, clock);
    }
    taps += piece.length;
    if (queue.length > 0 || !random.chance(0.5)) continue;
    clock += 1;
    const op = phone.tap(random, wishOf(random, await found.documents()), clock);
    const [outcome] = await found.send(phone, [op], clock);
    if (outcome?.result === 'done') await expected.send(phone, [op], clock);
  }
  return { expected: await expected.documents(), found: await found.documents(), taps };
}

type Sent = NonNullable<NonNullable<Op['again']>['sent']>;

/** A household of a store that gets requests at given times; `keepsLog`: after a restore. */
class Timeline {
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
    const apply = this.keepsLog ? applyAfterRestore : applyOps;
    const { outcomes } = await apply(
      this.#store,
      { protocol: PROTOCOL, household: this.#household, device, cursor: null, deviceNow: at, ops: [...ops] },
      {
        ...{ uid, receivedAt: at, noticeHoldMs: 0, hasPush: false },
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
class Phone {
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

  /** All that is sent again after a restore, as client/data/storage/apply-reply.ts queues it. */
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
