import type { Document } from '#domain/documents.ts';
import type { Op, Outcome } from '#domain/protocol/sync.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Store } from '#server/store/ports/store.ts';
import { type Random, randomOf } from './random.ts';
import { Phone, Timeline } from './timeline.ts';
import { beginning, wishOf } from './wishes.ts';

export const START = Date.UTC(2026, 8, 14, 6);

export interface Options {
  seed: number;
  steps?: number;
  /** Not all phones return. */
  isSubset?: boolean;
  /** Changes what phones send again, for a control. */
  alter?: (op: Op) => Op;
}

export interface Ended {
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
