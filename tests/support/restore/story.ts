import type { Document, Friend, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Op, Outcome } from '#domain/protocol/sync.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { linkHash } from '#server/links/look.ts';
import type { Store } from '#server/store/port.ts';
import { applyInSteps } from '#server/sync/apply-in-steps.ts';
import { registerFamily } from '#tests/model/model-family.ts';
import { type Random, randomOf } from './random.ts';

export const START = Date.UTC(2026, 8, 14, 6);
const CHILDREN = ['kim0000000000', 'lea0000000000'];
const FRIENDS = ['ella000000000', 'omar000000000', 'noor000000000'];

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

  static async open(store: Store): Promise<Timeline> {
    const { account } = await registerFamily(store, START - MINUTE_MS);
    return new Timeline(store, account.household);
  }

  async send({ device, uid }: Phone, ops: readonly Op[], at: number): Promise<Outcome[]> {
    const { outcomes } = await applyInSteps(
      this.#store,
      { protocol: 1, household: this.#household, device, cursor: null, deviceNow: at, ops: [...ops] },
      {
        ...{ uid, receivedAt: at, noticeHoldMs: 0, keepsLog: this.keepsLog },
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

interface Wish {
  name: string;
  args: unknown;
}

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
  /** What the phones were left with. */
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
  const whole = await Timeline.open(store);
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
    phone.hear(
      await sendTo(
        whole,
        phone,
        phone.outbox.map(({ op }) => op),
      ),
      clock,
      isLost,
    );
    if (isLost) phone.isOnline = false;
  };
  const [first] = phones as [Phone, ...Phone[]];
  for (const wish of beginning()) first.tap(random, wish, clock);
  first.hear(
    await sendTo(
      whole,
      first,
      first.outbox.map(({ op }) => op),
    ),
    clock,
    false,
  );
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
  const [expected, found] = [await Timeline.open(store), await Timeline.open(store)];
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

function beginning(): Wish[] {
  return CHILDREN.flatMap((child) => [
    { name: 'addChild', args: { child, name: 'Kim', birthDate: '2018-05-04' } },
    ...FRIENDS.map((friend) => addFriend(child, friend)),
  ]);
}

function addFriend(child: Id, friend: Id): Wish {
  return { name: 'addFriend', args: { child, friend, name: 'Ella', parentPhone: '070-123 45 67' } };
}

/** A tap that a screen of the family could offer. */
function wishOf(random: Random, documents: ReadonlyMap<string, Document>): Wish {
  const child = random.pick(CHILDREN);
  const friends = [...documents.keys()].filter((path) => path.startsWith(`children/${child}/friends/`));
  const visitor = friends.length > 0 ? (random.pick(friends).split('/')[3] ?? '') : (FRIENDS[0] ?? '');
  const ref = { child, kind: 'friend', visitor };
  const friend = documents.get(`children/${child}/friends/${visitor}`) as Friend | undefined;
  const visits = [...documents].filter(
    ([path, one]) => path.startsWith(`children/${child}/visits/`) && (one as Visit).visitor.id === visitor,
  ) as [string, Visit][];
  const [path = '', visit] = visits.length > 0 ? random.pick(visits) : [];
  const id = path.split('/')[3] ?? '';
  const wishes: (Wish | undefined)[] = [
    friend?.latest && {
      name: 'undo',
      args: undoArgs(ref, friend, documents.get(`children/${child}/visits/${friend.latest.visit}`) as Visit),
    },
    visit && { name: 'deleteVisit', args: { ...ref, visit: id } },
    restoration(ref, documents.get(`children/${child}`)),
    visit?.arrived && {
      name: 'correctVisit',
      args: { ...ref, visit: id, arrived: earlier(visit.arrived.at, random) },
    },
    visit?.open ? { name: 'stayNight', args: { ...ref, visit: id, stays: random.chance(0.7) } } : undefined,
    visit && { name: 'giveLink', args: { ...ref, visit: id, hash: linkHash(random.id('link')) } },
    visit && { name: 'takeLinksBack', args: { ...ref, visit: id } },
    { name: 'editFriend', args: { child, friend: visitor, name: random.id('name'), parentPhone: '070-1' } },
    addFriend(child, random.id('friend')),
    random.chance(0.3) ? { name: 'deleteFriend', args: { child, friend: visitor } } : undefined,
    random.chance(0.1) ? { name: 'deleteChild', args: { child } } : undefined,
  ];
  const wish = random.chance(0.4) ? random.pick(wishes) : undefined;
  return wish ?? { name: random.chance(0.5) ? 'checkIn' : 'checkOut', args: ref };
}

function undoArgs(ref: object, { latest }: Friend, visit: Visit | undefined) {
  const previous = visit?.previous?.visit;
  return { ...ref, visit: latest?.visit, undoes: latest?.op, ...(previous && { previous }) };
}

function restoration(ref: { visitor: Id }, child: Document | undefined): Wish | undefined {
  const { removedVisits = [] } = (child ?? {}) as { removedVisits?: { id: Id; visit: Visit }[] };
  const removed = removedVisits.find(({ visit }) => visit.visitor.id === ref.visitor);
  if (!removed) return undefined;
  const { arrived, left } = removed.visit;
  const last = [arrived?.at, left?.at]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  return { name: 'restoreVisit', args: { ...ref, visit: removed.id, last } };
}

function earlier(at: string, random: Random): string {
  return new Date(Date.parse(at) - random.int(20) * MINUTE_MS).toISOString();
}
