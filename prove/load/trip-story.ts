import { setTimeout as pause } from 'node:timers/promises';
import type { CallName, CallRequest } from '#domain/protocol/calls.ts';
import type { SentAnswer } from '#domain/protocol/link-calls.ts';
import type { Op } from '#domain/protocol/sync.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import type { SaidComing } from '#domain/trips/coming.ts';
import { followersOf, followsOf, householdOf, renamed } from '#tests/support/people/following-families.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { call } from '#tests/support/people/two-parents.ts';
import type { Answer } from '#tests/support/server/http.ts';
import { type Family, type PressedTrips, type Stay, WHO, type Who } from './pressed-trips.ts';
import type { TripFamilies } from './trip-families.ts';
import type { TripServer } from './trip-server.ts';

const PRESSES = 9;
const GAPS_MS = [0.1, 0.5, 3, 6, 9, 11, 21, 40].map((minutes) => minutes * MINUTE_MS);
/** After so long every trip is over. */
const END_MS = 2 * HOUR_MS;
/** How long a process may hold an alert. */
const LEASE_MS = 20_000;
const KILLS = 0.05;
const zone = 'Europe/Stockholm';

const TITLES: readonly [RegExp, string][] = [
  [/ gick från /, 'start'],
  [/^Är .+ hemma\?$/, 'ask'],
  [/^Ingen har sagt /, 'nobody'],
  [/ är på väg, /, 'coming'],
  [/^Framme kan inte längre se/, 'unseen'],
  [/^Ingen incheckning /, 'late'],
];

/** Random presses of both families about a child's trips; after each, what both see and are told is compared with the rules. */
export class TripStory {
  readonly #place: TripFamilies & TripServer;
  readonly #random: () => number;
  readonly #said: PressedTrips;
  readonly #log: string[] = [];
  /** The number of notifications that were compared. */
  #compared: number;
  kills = 0;
  told = 0;
  fault: string | undefined;

  constructor(place: TripFamilies & TripServer, random: () => number) {
    this.#place = place;
    this.#random = random;
    this.#said = place.said;
    this.#compared = place.service.got.length;
  }

  async run(): Promise<void> {
    const { clock } = this.#place;
    clock.moveTo(this.#now);
    await this.#door('ella');
    for (let press = 0; press < PRESSES && this.fault === undefined; press += 1) {
      const offered = this.#offers().flatMap(([weight, offer]) => Array<typeof offer>(weight).fill(offer));
      await this.#pick(offered)();
      await this.#pass(this.#pick(GAPS_MS));
    }
    await this.#pass(END_MS);
    if (this.fault === undefined) await this.#tidy();
    if (this.fault !== undefined) this.fault += `, after ${this.#log.join(', ')}`;
    clock.release();
  }

  get #now(): number {
    return this.#place.clock.now();
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  /** What the screens offer now, by how likely it is. */
  #offers(): [weight: number, press: () => Promise<unknown>][] {
    const said = this.#said;
    const [stay, trip] = [said.ella, said.openTrip(this.#now)];
    const [, , leftAt, expectedAt] = said.seen(this.#now);
    const isAgreed = said.follow === 'agreed';
    const isAway = !said.isHere('ella') && !said.isHere('also');
    return [
      ...WHO.map((who): [number, () => Promise<unknown>] => [1, () => this.#door(who)]),
      [stay.left === undefined ? 5 : Number(trip !== undefined), () => this.#walk(stay)],
      [trip ? 2 : 0, () => this.#hostSays(stay)],
      [trip && isAgreed ? 3 : 0, () => this.#homeSays(stay)],
      [isAgreed ? 2 : 0, () => this.#expect()],
      [isAgreed && isAway ? 3 : 0, () => this.#leave()],
      [leftAt ? 1 : 0, () => this.#takeBack('no-trip')],
      [expectedAt ? 1 : 0, () => this.#takeBack('not-expected')],
      [1, () => this.#undo(stay)],
      [stay.left === undefined ? 0 : 1, () => this.#correct(stay)],
      [isAgreed ? 1 : 0, () => this.#pause()],
      [said.follow === 'paused' ? 1 : 0, () => this.#agree()],
      [said.follow === 'ended' ? 0 : 1, () => this.#end()],
    ];
  }

  #door(who: Who): Promise<void> {
    const ref = this.#place.children[who];
    const stay = this.#said.isHere(who) ? this.#said.stays[who].at(-1) : undefined;
    return this.#tap(
      (phone) => [phone.op(stay ? 'checkOut' : 'checkIn', ref)],
      ([op], at) =>
        stay ? leaves(stay, op, at) : this.#said.stays[who].push({ visit: op, arrived: at, left: undefined }),
    );
  }

  /** With the check-out, or once more while the trip is open. */
  #walk(stay: Stay): Promise<void> {
    const ref = this.#place.children.ella;
    const minutes = this.#pick([2, 5, 15, 30]);
    const isHere = stay.left === undefined;
    const since = isHere ? 0 : this.#now - (stay.left ?? 0);
    const taps = (phone: HouseholdOnPhone) => {
      const out = phone.op('checkOut', ref);
      const args = { ...ref, checkOut: isHere ? out.op : (stay.checkOut ?? ''), since, minutes };
      return [...(isHere ? [out] : []), phone.op('startTrip', args)];
    };
    return this.#tap(taps, (ops, at) => {
      if (isHere) leaves(stay, ops[0], at);
      const start = { op: ops.at(-1) ?? '', at, due: dueOf(at, minutes) };
      this.#said.start(stay, start, this.#now);
    });
  }

  #hostSays({ visit, trip }: Stay): Promise<void> {
    const how = this.#pick(['host', 'taken-back'] as const);
    const args = { ...this.#place.children.ella, visit, start: trip?.op ?? '', how };
    return this.#tap(
      (phone) => [phone.op('endTrip', args)],
      (_ops, at) => {
        if (trip) trip.word ??= { how, at };
      },
    );
  }

  /** Sometimes with a thanks afterwards, or taken back at once. */
  async #homeSays({ trip }: Stay): Promise<void> {
    const say = (answer: SentAnswer) => this.#call('home', 'answerFollowed', { answer });
    const said = trip && (await say({ home: isoTime(trip.startedAt) }));
    if (!said) return;
    trip.word = { how: 'home', at: this.#now };
    const isTakenBack = this.#random() < 0.4;
    const { at } = (said as { trip: { said: { at: string } } }).trip.said;
    if ((await say(isTakenBack ? { takesBackHome: at } : { code: 'thanks' })) && isTakenBack)
      trip.word = undefined;
  }

  async #leave(): Promise<void> {
    const minutes = this.#pick([2, 5, 15]);
    if (await this.#says({ says: 'leaves', minutes, zone }))
      this.#said.leave(this.#now, dueOf(this.#now, minutes));
  }

  async #expect(): Promise<void> {
    const at = dueOf(this.#now, this.#pick([10, 45, 200]));
    const until = at + this.#pick([1, 9]) * HOUR_MS;
    if (await this.#says({ says: 'expected', at: isoTime(at), until: isoTime(until), zone }))
      this.#said.expect(this.#now, at, until);
  }

  async #takeBack(says: 'no-trip' | 'not-expected'): Promise<void> {
    if (await this.#says({ says })) this.#said.takeBack(this.#now, says);
  }

  #says(said: SaidComing): Promise<unknown> {
    return this.#call('home', 'sayComing', { said });
  }

  #undo(stay: Stay): Promise<void> {
    const { visit, checkOut, left } = stay;
    const previous = this.#said.stays.ella.at(-2)?.visit;
    const undoes = left === undefined ? visit : (checkOut ?? '');
    const args = { ...this.#place.children.ella, visit, undoes, ...(previous && { previous }) };
    return this.#tap(
      (phone) => [phone.op('undo', args)],
      () => {
        this.#said.stays.ella.pop();
        if (left !== undefined) this.#said.stays.ella.push({ visit, arrived: stay.arrived, left: undefined });
      },
    );
  }

  #correct(stay: Stay): Promise<void> {
    const { arrived, left = arrived } = stay;
    const shown = this.#pick([arrived + 1000, left + 1000, this.#now]);
    const args = { ...this.#place.children.ella, visit: stay.visit, left: isoTime(shown) };
    return this.#tap(
      (phone) => [phone.op('correctVisit', args)],
      () => {
        stay.shownLeft = shown;
      },
    );
  }

  /** Another name may be another child's, even once it is the old one again. */
  #pause(): Promise<void> {
    const { ella } = this.#place.children;
    return this.#tap(
      (phone) => ['Elin', 'Ella'].map((name) => phone.op('editFriend', renamed(ella, name))),
      () => this.#said.pause(this.#now),
      0,
    );
  }

  async #agree(): Promise<void> {
    if (await this.#call('host', 'answerFollower', { yes: true })) this.#said.agree(this.#now);
  }

  async #end(): Promise<void> {
    if (await this.#call('host', 'endFollowing', {})) this.#said.end(this.#now);
  }

  /** One of the host's phones taps, at times without a network for a while; what is refused changes nothing. */
  async #tap(
    taps: (phone: HouseholdOnPhone) => Op[],
    apply: (ops: string[], at: number) => void,
    offlineMs = this.#random() < 0.3 ? this.#pick(GAPS_MS) : 0,
  ): Promise<void> {
    const phone = this.#pick(this.#place.phones.host);
    const [at, ops] = [this.#now, taps(phone)];
    if (offlineMs > 0) await this.#pass(offlineMs);
    const { body } = await this.#sent(() => phone.trySync({ ops }));
    const { outcomes } = body as { outcomes: { result: string }[] };
    const isDone = outcomes.every(({ result }) => result === 'done');
    this.#note(`${ops.map(({ name }) => name)} of ${isoTime(at)}, ${isDone ? 'done' : 'refused'}`);
    if (isDone)
      apply(
        ops.map(({ op }) => op),
        at,
      );
  }

  /** Undefined if it was refused. */
  async #call(family: Family, name: CallName, message: object): Promise<unknown> {
    const phone = this.#pick(this.#place.phones[family]);
    const request = { ...householdOf(phone), id: this.#place.id, ...message } as CallRequest<CallName>;
    const { status, body } = await this.#sent(() => call(phone, name, request));
    this.#note(`${name} ${JSON.stringify(message)}, ${status}`);
    return status === 200 ? body : undefined;
  }

  #note(what: string): void {
    this.#log.push(`${isoTime(this.#now)} ${what}`);
  }

  /** Sends it again until it is answered. */
  #sent(send: () => Promise<Answer>): Promise<Answer> {
    return this.#throughKill(async () => {
      for (;;) {
        const answer = await send().catch(() => undefined);
        if (answer && answer.status < 500) return answer;
        await pause(10);
      }
    });
  }

  /** At times the server is killed meanwhile. */
  async #throughKill<T>(work: () => Promise<T>): Promise<T> {
    const working = work();
    if (this.#random() < KILLS) {
      await pause(this.#random() * 30);
      await this.#place.server.kill();
      this.kills += 1;
      await this.#place.server.restart();
    }
    return working;
  }

  /** Moves the clock from one alert that is due to the next, then compares. */
  async #pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.#throughKill(() => this.#moveTo(end));
    // What a killed server had begun.
    await this.#moveTo(end);
    this.#compareTold();
    await this.#compareSeen();
  }

  async #moveTo(end: number): Promise<void> {
    const { clock, nextAlert } = this.#place;
    for (;;) {
      const by = Math.max(end, this.#now);
      const next = await nextAlert(isoTime(by), isoTime(by + LEASE_MS));
      if (!next) return clock.moveTo(by);
      const ahead = Date.parse(next.dueAt) - this.#now;
      if (ahead > 0) clock.moveTo(this.#now + (next.isTaken ? 1000 : ahead));
      await pause(20);
    }
  }

  /** Each device of a family is told what it should be, again only around a kill. */
  #compareTold(): void {
    const { service, open } = this.#place;
    const fresh = service.got.slice(this.#compared).map(open);
    this.#compared += fresh.length;
    const got = fresh.flatMap(({ family, device, title }) => {
      const kind = TITLES.find(([pattern]) => pattern.test(title))?.[1];
      return kind ? [`${family} ${kind} ${device}`] : [];
    });
    const wanted = this.#said.toldUntil(this.#now).flatMap((told) => [`${told} 0`, `${told} 1`]);
    this.told += got.length;
    for (const one of new Set([...got, ...wanted])) {
      const [times = 0, right = 0] = [got, wanted].map((all) => all.filter((other) => other === one).length);
      if (times < right || times > right * (1 + this.kills))
        this.fault ??= `${one} was told ${times} times, not ${right}`;
    }
  }

  async #compareSeen(): Promise<void> {
    const [host, home] = [this.#pick(this.#place.phones.host), this.#pick(this.#place.phones.home)];
    const isOurs = ({ id }: { id: string }) => id === this.#place.id;
    const [follower, follow] = [(await followersOf(host)).find(isOurs), (await followsOf(home)).find(isOurs)];
    const ms = (at = '') => Date.parse(at);
    const seenBy = (coming = follow?.coming) => {
      const { trip } = follow?.visit ?? {};
      return [ms(trip?.startedAt), trip?.said?.isHome, ms(coming?.trip?.startedAt), ms(coming?.expected?.at)];
    };
    const right = JSON.stringify(this.#said.seen(this.#now));
    for (const seen of [seenBy(), seenBy(follower?.coming)].map((one) => JSON.stringify(one)))
      if (seen !== right) this.fault ??= `one side saw ${seen}, not ${right}`;
  }

  /** Nobody is there, on the way or expected, and the home follows, for the next story. */
  async #tidy(): Promise<void> {
    for (const who of WHO) if (this.#said.isHere(who)) await this.#door(who);
    for (const says of ['no-trip', 'not-expected'] as const) await this.#takeBack(says);
    if (this.#said.follow === 'paused') await this.#agree();
    await this.#pass(HOUR_MS);
  }
}

function leaves(stay: Stay, checkOut: string | undefined, left: number): void {
  Object.assign(stay, { checkOut, left, shownLeft: left });
}

function dueOf(at: number, minutes: number): number {
  return (Math.floor(at / MINUTE_MS) + minutes) * MINUTE_MS;
}
