import { setTimeout as pause } from 'node:timers/promises';
import { CallError } from '../http/call-error.ts';
import { type AddressGroup, addressGroups } from './address-groups.ts';
import { GcraCounters } from './gcra-counters.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { FAIR_SHARE, MAX_CONCURRENT, RETRY_AFTER } from './limit-numbers.ts';

const BURST_OF_ADDRESS_MS = FAIR_SHARE.burst / FAIR_SHARE.ofAddress;
const STRANGERS = 'strangers';
/** They rest this many times a reply's duration, so that they get their shares. */
const STRANGERS_REST = FAIR_SHARE.shares / FAIR_SHARE.ofStrangers - 1;
const ADDRESS_REST = FAIR_SHARE.shares / FAIR_SHARE.ofAddress - 1;
const MOST_ADDRESSES = 1000;
/** In ms, between checks that a sleeper's client is connected. */
const LONGEST_SLEEP_MS = 1000;

/** In ms: beyond it the store is slow, not the address. */
const LONGEST_REST_MS = 250;

export interface FairShareOfAddress {
  waitTurn(household: string, work?: number, isAborted?: () => boolean): Promise<boolean>;
  count(household: string, work: number): void;
  runInTurn<T>(household: string, reply: () => Promise<T>, isAborted?: () => boolean): Promise<T>;
  /** Resolves to false if the connection must be closed instead. */
  refuse(): Promise<boolean>;
}

/**
 * Gives each household a tenth of the server's time: heavy ones wait before their next request is read.
 * While others ask, an address gets the share of two households, an IPv6 /56 or /48 eight times that, and
 * all that are not modest half the server, so that a modest family elsewhere never waits.
 */
export class FairShare {
  readonly #perMs: number;
  readonly #now: () => number;
  readonly #pause: (ms: number) => Promise<unknown>;
  /** By household and address, the time until its work wears off. */
  readonly #work = new GcraCounters();
  readonly #refusals = new GcraCounters();
  /** One sleeper per household avoids a thundering herd. */
  readonly #turns = new KeyedQueue();
  readonly #waiting = new Map<string, number>();
  readonly #making = new KeyedQueue();
  readonly #askers: Askers;
  /** Parsing an IPv6 address is expensive, and each request needs it several times. */
  readonly #ofAddress = new Map<string, FairShareOfAddress>();

  /** `now` is monotonic, in ms. */
  constructor(
    { opsPerMinute }: { opsPerMinute: number },
    now: () => number,
    rest: (ms: number) => Promise<unknown> = pause,
  ) {
    this.#perMs = Math.max(opsPerMinute, FAIR_SHARE.leastOpsPerMinute) / 60;
    this.#now = now;
    this.#askers = new Askers(now);
    this.#pause = rest;
  }

  /**
   * Resolves to true if it waited. Throws 'too-many-requests' if many wait, 'unavailable' if the
   * client left; then nothing is counted.
   */
  async waitTurn(
    household: string,
    work: number = FAIR_SHARE.requestWork,
    isAborted = () => false,
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
    if (ahead >= MAX_CONCURRENT.waiting)
      throw new CallError('too-many-requests', { retryAfter: RETRY_AFTER.request });
    await this.#inTurn(household, async () => {
      await this.#sleep(() => this.#waitOf(household), isAborted);
      // Only one of each household waits here, so its neighbours wait for one of each.
      const wait = () => this.#sleep(() => this.#waitOfOthers(household, groups), isAborted);
      if (address !== undefined) await this.#inTurn(address, wait);
    });
    this.count(household, work, groups);
    return true;
  }

  /**
   * One reply of a household at a time, and of an address while others ask; a busy address then rests, since
   * a reply's cost is known only afterwards. Throws 'unavailable' if the client left.
   */
  runInTurn<T>(
    household: string,
    reply: () => Promise<T>,
    groups: readonly AddressGroup[] = [],
    isAborted = () => false,
  ): Promise<T> {
    const [address, widest] = [groups[0]?.group, groups.at(-1)?.group];
    const make = async () => {
      if (isAborted()) throw new CallError('unavailable');
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
        if ((this.#waiting.get(wanting) ?? 0) < FAIR_SHARE.ofAddress) return;
        await this.#restFrom(begun, ADDRESS_REST);
      };
      const amongAll = () => this.#making.run(STRANGERS, timed, () => this.#restFrom(begun, STRANGERS_REST));
      const asStranger = () => this.#making.run(`${STRANGERS} ${widest}`, amongAll);
      return this.#making.run(address, this.#isModest(household) ? timed : asStranger, rest);
    });
  }

  /** Negative `work` refunds work that was not done. */
  count(household: string, work: number, groups: readonly AddressGroup[] = []): void {
    const now = this.#now();
    const time = work / this.#perMs;
    this.#work.add(household, time, now);
    const [narrowest] = groups;
    if (!narrowest) return;
    const isAlone = this.#askers.isAlone(narrowest.group);
    if (!isAlone && !this.#isModest(household)) this.#work.add(STRANGERS, time / FAIR_SHARE.ofStrangers, now);
    this.#work.add(`modest ${household}`, time / FAIR_SHARE.modest, now);
    for (const { group, factor } of groups) {
      this.#work.add(group, time / (FAIR_SHARE.ofAddress * factor), now);
      // An address that is alone owes nothing once others come.
      const isOver = this.#work.left(group, now) > BURST_OF_ADDRESS_MS;
      if (isOver && isAlone) this.#work.set(group, BURST_OF_ADDRESS_MS, now);
    }
  }

  from(ip = ''): FairShareOfAddress {
    const known = this.#ofAddress.get(ip);
    if (known) return known;
    const groups = addressGroups(ip).map(({ group, factor }) => ({ group: `at ${group}`, factor }));
    const address = groups[0]?.group ?? '';
    const fairShare: FairShareOfAddress = {
      waitTurn: (household, work, isAborted) => this.waitTurn(household, work, isAborted, groups),
      count: (household, work) => this.count(household, work, groups),
      runInTurn: (household, reply, isAborted) => this.runInTurn(household, reply, groups, isAborted),
      refuse: async () => this.#askers.isAlone(address) || this.#refuse(groups),
    };
    if (this.#ofAddress.size >= MOST_ADDRESSES) this.#ofAddress.clear();
    this.#ofAddress.set(ip, fairShare);
    return fairShare;
  }

  /**
   * Spaces refusals, so that a flood costs its senders time. Resolves to false if the connection
   * must be closed instead.
   */
  async #refuse(groups: readonly AddressGroup[]): Promise<boolean> {
    const { burst, apart, interval, longest } = FAIR_SHARE.refusals;
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

  async #sleep(waitOf: () => number, isAborted: () => boolean): Promise<void> {
    for (let wait = waitOf(); wait > 0 && !isAborted(); wait = waitOf())
      await this.#pause(Math.min(wait, LONGEST_SLEEP_MS));
    if (isAborted()) throw new CallError('unavailable');
  }

  #leave(who: string): void {
    const left = (this.#waiting.get(who) ?? 1) - 1;
    if (left > 0) this.#waiting.set(who, left);
    else this.#waiting.delete(who);
  }

  #waitOf(household: string): number {
    return Math.ceil(this.#work.left(household, this.#now()) - FAIR_SHARE.burst);
  }

  #waitOfOthers(household: string, groups: readonly AddressGroup[]): number {
    const [narrowest] = groups;
    if (!narrowest || this.#askers.isAlone(narrowest.group)) return 0;
    const now = this.#now();
    const ofGroups = groups.map(({ group }) => this.#work.left(group, now) - BURST_OF_ADDRESS_MS);
    const ofAll = this.#isModest(household) ? 0 : this.#work.left(STRANGERS, now) - FAIR_SHARE.burst;
    return Math.ceil(Math.max(ofAll, ...ofGroups));
  }

  #isModest(household: string): boolean {
    return this.#work.left(`modest ${household}`, this.#now()) <= FAIR_SHARE.burst;
  }

  #restFrom(begun: number, times: number): Promise<unknown> {
    return this.#pause(Math.min((this.#now() - begun) * times, LONGEST_REST_MS));
  }
}

class Askers {
  readonly #now: () => number;
  #last: { address: string; at: number }[] = [];

  /** `now` is monotonic, in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  note(address: string): void {
    const [latest] = this.#last;
    if (latest?.address === address) latest.at = this.#now();
    else this.#last = [{ address, at: this.#now() }, ...(latest ? [latest] : [])];
  }

  isAlone(address: string): boolean {
    const other = this.#last.find((asker) => asker.address !== address);
    return other === undefined || other.at <= this.#now() - FAIR_SHARE.restriction;
  }
}
