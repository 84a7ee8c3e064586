import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#domain/time.ts';
import { addressGroups } from '../auth/core/limits/address-groups.ts';
import { AT_ONCE, REFUSALS } from '../limits.ts';
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
 * a school that is alone waits for nothing.
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
    address?: string,
  ): Promise<boolean> {
    if (address !== undefined) this.#askers.note(address);
    const ahead = this.#waiting.get(household) ?? 0;
    const isBehind = ahead > 0 || (address !== undefined && this.#waiting.has(address));
    if (!isBehind && this.#waitOf(household) <= 0 && this.#waitOfAddress(address) <= 0) {
      this.count(household, work, address);
      return false;
    }
    if (ahead >= AT_ONCE.waiting) throw new CallError('too-many-requests', { retryAfter: RETRY_AFTER });
    await this.#inTurn(household, async () => {
      await this.#sleep(() => this.#waitOf(household), isGone);
      // One of a household at a time, so that its neighbours at the address wait for one of each.
      const wait = () => this.#sleep(() => this.#waitOfAddress(address), isGone);
      if (address !== undefined) await this.#inTurn(address, wait);
    });
    this.count(household, work, address);
    return true;
  }

  /**
   * Makes one reply of a household after the other, and of an address while somebody else asks. If more than two of its
   * households want one, the address then rests: what a reply costs beside its documents, such as a write to the disk, is known
   * only once it is made. Throws 'unavailable', to nobody, if the one who asked is gone meanwhile.
   */
  make<T>(household: string, reply: () => Promise<T>, address?: string, isGone = () => false): Promise<T> {
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
        await this.#pause(Math.min((this.#now() - begun) * RESTS, LONGEST_REST_MS));
      };
      return this.#making.run(address, timed, rest);
    });
  }

  /** Counts work that was done; less than none gives back what was counted in vain. */
  count(household: string, work: number, address?: string): void {
    const now = this.#now();
    this.#work.add(household, work / this.#perMs, now);
    if (address === undefined) return;
    this.#work.add(address, work / (this.#perMs * HOUSEHOLDS_OF_ADDRESS), now);
    // An address that is alone uses up its share, and owes nothing when others come.
    const isOver = this.#work.left(address, now) > BURST_OF_ADDRESS_MS;
    if (isOver && this.#askers.isAlone(address)) this.#work.set(address, BURST_OF_ADDRESS_MS, now);
  }

  /** Returns the pace for a request from this address: an IPv6 address asks with all of its /64. */
  from(ip = ''): PaceOfAddress {
    const known = this.#ofAddress.get(ip);
    if (known) return known;
    const address = `at ${addressGroups(ip)[0].group}`;
    const pace: PaceOfAddress = {
      begin: (household, work, isGone) => this.begin(household, work, isGone, address),
      count: (household, work) => this.count(household, work, address),
      make: (household, reply, isGone) => this.make(household, reply, address, isGone),
      refuse: async () => this.#askers.isAlone(address) || this.#refuse(address),
    };
    if (this.#ofAddress.size >= MOST_ADDRESSES) this.#ofAddress.clear();
    this.#ofAddress.set(ip, pace);
    return pace;
  }

  /**
   * Spaces the refusals to an address: hundreds of refused requests a second cost their sender time instead of the server. Resolves
   * when one may be sent; false if its connection is to be closed instead.
   */
  async #refuse(address: string): Promise<boolean> {
    const { burst, interval, longest } = REFUSALS;
    const now = this.#now();
    const wait = this.#refusals.left(address, now) - (burst - 1) * interval;
    if (wait <= longest) this.#refusals.add(address, interval, now);
    if (wait > 0) await this.#pause(Math.min(wait, longest));
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

  #waitOfAddress(address: string | undefined): number {
    if (address === undefined || this.#askers.isAlone(address)) return 0;
    return Math.ceil(this.#work.left(address, this.#now()) - BURST_OF_ADDRESS_MS);
  }
}

/** An address is held back for so long after another one asked, in ms: the next tap of that one must find room. */
const ANOTHER_MS = MINUTE_MS;

/** Remembers the last two addresses that asked, to tell if one is alone. */
export class Askers {
  readonly #now: () => number;
  #last: { address: string; at: number }[] = [];

  /** `now` is a monotonic clock in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  note(address: string): void {
    const [latest] = this.#last;
    if (latest?.address === address) latest.at = this.#now();
    else this.#last = [{ address, at: this.#now() }, ...(latest ? [latest] : [])];
  }

  /** True if no other address asked within the last minute. */
  isAlone(address: string): boolean {
    const other = this.#last.find((asker) => asker.address !== address);
    return other === undefined || other.at <= this.#now() - ANOTHER_MS;
  }
}
