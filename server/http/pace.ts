import { setTimeout as pause } from 'node:timers/promises';
import { type AddressGroup, addressGroups } from '../auth/core/limits/address-groups.ts';
import { AT_ONCE, REFUSALS } from '../limits.ts';
import { Askers } from './askers.ts';
import { CallError } from './call-error.ts';
import { Rates } from './rates.ts';
import { Turns } from './turns.ts';

/** The work that a request is, however little it asks for; one unit is a document read and sent, some ten microseconds. */
export const REQUEST_WORK = 50;
/** The work of an op, also of one that is refused. */
export const OP_WORK = 5;
/** A rate of ops below this one slows nobody's reading. */
const LEAST_OPS_PER_MINUTE = 600;
/** The work of so much time may come at once, in ms: a new phone with a history of years never waits. */
const BURST_MS = 2000;
/** An address has the share of so many households together, and at once as much as one of them has at once. */
const HOUSEHOLDS_OF_ADDRESS = 2;
const BURST_OF_ADDRESS_MS = BURST_MS / HOUSEHOLDS_OF_ADDRESS;
/** A household asks for little below this part of its share. */
const LITTLE = 0.1;
/** Those who ask for more have the share of so many households together, half the server, while several addresses ask. */
const HOUSEHOLDS_OF_STRANGERS = 5;
const STRANGERS = 'strangers';
const STRANGERS_REST = 10 / HOUSEHOLDS_OF_STRANGERS - 1;
/** The addresses that are remembered as read. */
const MOST_ADDRESSES = 1000;
/** Retry-After of one too many, in seconds. */
const RETRY_AFTER = 1;
/** One who sleeps looks so often whether the phone is still there, in ms. */
const LONGEST_SLEEP_MS = 1000;

/** After a reply made in turn an address rests for so many times as long: its households have the share of two. */
const RESTS = 10 / HOUSEHOLDS_OF_ADDRESS - 1;
/** The longest rest, in ms: of a reply that takes longer the store is slow, for everybody. */
const LONGEST_REST_MS = 250;

/** The pace of those who ask from one address. */
export interface PaceOfAddress extends Pick<Pace, 'begin' | 'count'> {
  make<T>(household: string, reply: () => Promise<T>, isGone?: () => boolean): Promise<T>;
  /** Resolves when a refusal may be sent; false if its connection is to be closed instead. */
  refuse(): Promise<boolean>;
}

/**
 * Gives each household about a tenth of the server's time: one that asks for more waits before its next request is read.
 * For each op a second that it may send, it may have a thousand documents a second. While several addresses ask, the households
 * of one address together have the share of two, one after the other: many accounts of one person delay nobody elsewhere, and
 * a school that is alone waits for nothing. The networks of one IPv6 /56 or /48 together have eight times that, and all who
 * ask for much have half the server: beside them a family that asks for little waits for nothing.
 */
export class Pace {
  readonly #perMs: number;
  readonly #now: () => number;
  readonly #pause: (ms: number) => Promise<unknown>;
  /** The work of households and addresses, as the time for which they must rest. */
  readonly #work = new Rates();
  readonly #refusals = new Rates();
  /** Of those of a household that wait one sleeps, and the others are behind it: woken together, all would ask anew each time. */
  readonly #turns = new Turns();
  readonly #waiting = new Map<string, number>();
  readonly #making = new Turns();
  readonly #askers: Askers;
  /** By IP: a request asks several times, and to read an IPv6 address takes longer than all else here. */
  readonly #ofAddress = new Map<string, PaceOfAddress>();

  /** `now` is a monotonic clock in ms. */
  constructor(
    { opsPerMinute }: { opsPerMinute: number },
    now: () => number,
    rest: (ms: number) => Promise<unknown> = pause,
  ) {
    this.#perMs = Math.max(opsPerMinute, LEAST_OPS_PER_MINUTE) / 60;
    this.#now = now;
    this.#askers = new Askers(now);
    this.#pause = rest;
  }

  /**
   * Waits until the household may work again, and counts what it begins. Returns true if it had to wait. Throws
   * 'too-many-requests' if many wait already, and 'unavailable', to nobody, if the one who asked is gone: nothing is counted.
   */
  async begin(
    household: string,
    work = REQUEST_WORK,
    isGone = () => false,
    groups: readonly AddressGroup[] = [],
  ): Promise<boolean> {
    const address = groups[0]?.group;
    if (address !== undefined) this.#askers.note(address);
    const ahead = this.#waiting.get(household) ?? 0;
    const isBehind = ahead > 0 || (address !== undefined && this.#waiting.has(address));
    if (!isBehind && this.#waitOf(household) <= 0 && this.#waitOfOthers(household, groups) <= 0) {
      this.count(household, work, groups);
      return false;
    }
    if (ahead >= AT_ONCE.waiting) throw new CallError('too-many-requests', { retryAfter: RETRY_AFTER });
    await this.#inTurn(household, async () => {
      await this.#sleep(() => this.#waitOf(household), isGone);
      // One of a household at a time, so that its neighbours at the address wait for one of each.
      const wait = () => this.#sleep(() => this.#waitOfOthers(household, groups), isGone);
      if (address !== undefined) await this.#inTurn(address, wait);
    });
    this.count(household, work, groups);
    return true;
  }

  /**
   * Makes one reply of a household after the other, and of an address while somebody else asks. If more than two of its
   * households want one, the address then rests: what a reply costs beside its documents, such as a write to the disk, is known
   * only once it is made. Throws 'unavailable', to nobody, if the one who asked is gone meanwhile.
   */
  make<T>(
    household: string,
    reply: () => Promise<T>,
    groups: readonly AddressGroup[] = [],
    isGone = () => false,
  ): Promise<T> {
    const [address, widest] = [groups[0]?.group, groups.at(-1)?.group];
    const make = async () => {
      if (isGone()) throw new CallError('unavailable');
      return reply();
    };
    return this.#making.run(household, () => {
      if (address === undefined || this.#askers.isAlone(address)) return make();
      const wanting = `replies ${address}`;
      this.#waiting.set(wanting, (this.#waiting.get(wanting) ?? 0) + 1);
      let begun = 0;
      const timed = () => {
        begun = this.#now();
        return make();
      };
      const rest = async () => {
        this.#leave(wanting);
        if ((this.#waiting.get(wanting) ?? 0) < HOUSEHOLDS_OF_ADDRESS) return;
        await this.#restFrom(begun, RESTS);
      };
      const amongAll = () => this.#making.run(STRANGERS, timed, () => this.#restFrom(begun, STRANGERS_REST));
      const asStranger = () => this.#making.run(`${STRANGERS} ${widest}`, amongAll);
      return this.#making.run(address, this.#isModest(household) ? timed : asStranger, rest);
    });
  }

  /** Counts work that was done; less than none gives back what was counted in vain. */
  count(household: string, work: number, groups: readonly AddressGroup[] = []): void {
    const now = this.#now();
    const time = work / this.#perMs;
    this.#work.add(household, time, now);
    const [narrowest] = groups;
    if (!narrowest) return;
    const isAlone = this.#askers.isAlone(narrowest.group);
    if (!isAlone && !this.#isModest(household))
      this.#work.add(STRANGERS, time / HOUSEHOLDS_OF_STRANGERS, now);
    this.#work.add(`little ${household}`, time / LITTLE, now);
    for (const { group, factor } of groups) {
      this.#work.add(group, time / (HOUSEHOLDS_OF_ADDRESS * factor), now);
      // An address that is alone uses up its share, and owes nothing when others come.
      const isOver = this.#work.left(group, now) > BURST_OF_ADDRESS_MS;
      if (isOver && isAlone) this.#work.set(group, BURST_OF_ADDRESS_MS, now);
    }
  }

  /** Returns the pace for a request from this address: an IPv6 address asks with all of its /64, and shares with its /56 and /48. */
  from(ip = ''): PaceOfAddress {
    const known = this.#ofAddress.get(ip);
    if (known) return known;
    const groups = addressGroups(ip).map(({ group, factor }) => ({ group: `at ${group}`, factor }));
    const address = groups[0]?.group ?? '';
    const pace: PaceOfAddress = {
      begin: (household, work, isGone) => this.begin(household, work, isGone, groups),
      count: (household, work) => this.count(household, work, groups),
      make: (household, reply, isGone) => this.make(household, reply, groups, isGone),
      refuse: async () => this.#askers.isAlone(address) || this.#refuse(groups),
    };
    if (this.#ofAddress.size >= MOST_ADDRESSES) this.#ofAddress.clear();
    this.#ofAddress.set(ip, pace);
    return pace;
  }

  /**
   * Spaces the refusals to all addresses that get many: thousands of refused requests cost their senders time instead of the server.
   * Resolves when one may be sent; false if its connection is to be closed instead.
   */
  async #refuse(groups: readonly AddressGroup[]): Promise<boolean> {
    const { burst, apart, interval, longest } = REFUSALS;
    const now = this.#now();
    if (groups.every(({ group }) => this.#refusals.left(group, now) <= (burst - 1) * apart)) {
      for (const { group, factor } of groups) this.#refusals.add(group, apart / factor, now);
      return true;
    }
    const wait = this.#refusals.left(STRANGERS, now) + interval;
    if (wait <= longest) this.#refusals.add(STRANGERS, interval, now);
    await this.#pause(Math.min(wait, longest));
    return wait <= longest;
  }

  async #inTurn(who: string, work: () => Promise<void>): Promise<void> {
    this.#waiting.set(who, (this.#waiting.get(who) ?? 0) + 1);
    await this.#turns.run(who, work).finally(() => this.#leave(who));
  }

  async #sleep(waitOf: () => number, isGone: () => boolean): Promise<void> {
    for (let wait = waitOf(); wait > 0 && !isGone(); wait = waitOf())
      await this.#pause(Math.min(wait, LONGEST_SLEEP_MS));
    if (isGone()) throw new CallError('unavailable');
  }

  #leave(who: string): void {
    const left = (this.#waiting.get(who) ?? 1) - 1;
    if (left > 0) this.#waiting.set(who, left);
    else this.#waiting.delete(who);
  }

  #waitOf(household: string): number {
    return Math.ceil(this.#work.left(household, this.#now()) - BURST_MS);
  }

  /** Returns the wait for those of its address, of the networks around it, and of all who ask for much. */
  #waitOfOthers(household: string, groups: readonly AddressGroup[]): number {
    const [narrowest] = groups;
    if (!narrowest || this.#askers.isAlone(narrowest.group)) return 0;
    const now = this.#now();
    const ofGroups = groups.map(({ group }) => this.#work.left(group, now) - BURST_OF_ADDRESS_MS);
    const ofAll = this.#isModest(household) ? 0 : this.#work.left(STRANGERS, now) - BURST_MS;
    return Math.ceil(Math.max(ofAll, ...ofGroups));
  }

  #isModest(household: string): boolean {
    return this.#work.left(`little ${household}`, this.#now()) <= BURST_MS;
  }

  #restFrom(begun: number, times: number): Promise<unknown> {
    return this.#pause(Math.min((this.#now() - begun) * times, LONGEST_REST_MS));
  }
}
