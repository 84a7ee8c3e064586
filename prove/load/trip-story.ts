import { setTimeout as pause } from 'node:timers/promises';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { CallName, CallRequest } from '#domain/protocol/calls.ts';
import type { SentAnswer, SharedVisit } from '#domain/protocol/link-calls.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import { HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import type { SaidComing } from '#domain/trips/coming.ts';
import { followersOf, followsOf, householdOf, renamed } from '#tests/support/people/following-families.ts';
import { newId } from '#tests/support/people/household.ts';
import { call } from '#tests/support/people/two-parents.ts';
import { type Follow, PressedTrips, type Stay } from './pressed-trips.ts';
import type { Families, Followed } from './trip-families.ts';
import type { TripServer } from './trip-server.ts';

type Tap = [name: CommandName, args: object, op?: string];
type Press = [weight: number, press: () => Promise<unknown>];

const PRESSES = 9;
const GAPS_MS = [0.1, 0.5, 3, 6, 9, 11, 21, 40].map((minutes) => minutes * MINUTE_MS);
/** After so long nothing is open. */
const END_MS = 4 * HOUR_MS;
const KILLS = 0.05;
/** After so many looks an alert that is taken was dropped. */
const PATIENCE = 200;
const KINDS = /gick från|Är Ella hemma|Ingen har sagt|är på väg|inte på väg|inte längre|Ingen incheckning/;
const zone = 'Europe/Stockholm';

/** Random presses of both families about a child's trips; after each, what both see and are told is compared with the rules. */
export class TripStory {
  readonly #place: TripServer;
  readonly #families: Families;
  readonly #followed: Followed;
  readonly #random: () => number;
  readonly #said = new PressedTrips();
  readonly #log: string[] = [];
  /** What was to be told by now, and was not yet. */
  #owed: string[] = [];
  kills = 0;
  told = 0;
  fault: string | undefined;

  constructor(place: TripServer, families: Families, followed: Followed, random: () => number) {
    this.#place = place;
    this.#families = families;
    this.#followed = followed;
    this.#random = random;
    this.#said.stays.push({ visit: followed.first, arrived: place.time });
  }

  async run(): Promise<void> {
    this.#place.pass(MINUTE_MS);
    for (let press = 0; press < PRESSES && this.fault === undefined; press += 1) {
      const presses = [...this.#hostPresses(), ...this.#homePresses()].flatMap(([weight, one]) =>
        Array<typeof one>(weight).fill(one),
      );
      await this.#pick(presses)();
      await this.#pass(this.#pick(GAPS_MS));
    }
    await this.#pass(END_MS);
    if (this.#owed.length > 0) this.fault ??= `never told: ${this.#owed}`;
    if (this.fault !== undefined) this.fault += `, after ${this.#log.join(', ')}`;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  /** What the host's screens offer now, by how likely it is. */
  #hostPresses(): Press[] {
    const [said, now, { ref }] = [this.#said, this.#place.time, this.#followed];
    const stay = said.last;
    const { visit, arrived, left, checkOut = '' } = stay;
    const [isHere, trip, before] = [left === undefined, said.openTrip(now), said.stays.at(-2)?.visit];
    const [minutes, how, out] = [this.#pick([2, 5, 15, 30]), this.#pick(['host', 'taken-back']), newId()];
    const undo = { ...ref, visit, undoes: isHere ? visit : checkOut, previous: before };
    const walk = { ...ref, checkOut: isHere ? out : checkOut, since: now - (left ?? now), minutes };
    const start = (op: string, at: number) =>
      said.start(stay, { op, at, due: dueOf(at, minutes) }, this.#place.time);
    const leave = (checkOut: string, left: number) => Object.assign(stay, { checkOut, left });
    const reopened = isHere ? [] : [{ visit, arrived }];
    const goes: Tap[] = [
      ['checkOut', ref, out],
      ['startTrip', walk],
    ];
    const ends: Tap[] = [['endTrip', { ...ref, visit, start: trip?.op, how }]];
    // Another name may be another child's, even once it is the old one again.
    const pauses = ['Elin', 'Ella'].map((name): Tap => ['editFriend', renamed(ref, name)]);
    const turn = (follow: Follow) => () => said.turn(this.#place.time, follow);
    const tap = (taps: Tap[], apply: (op: string, at: number) => unknown) => () => this.#tap(taps, apply);
    return [
      [isHere ? 0 : 1, tap([['checkIn', ref]], (op, at) => said.stays.push({ visit: op, arrived: at }))],
      [isHere ? 1 : 0, tap([['checkOut', ref]], leave)],
      [isHere ? 5 : 0, tap(goes, (op, at) => start(op, leave(out, at).left))],
      [trip ? 1 : 0, tap([['startTrip', walk]], start)],
      [trip ? 2 : 0, tap(ends, (_op, at) => trip && said.say(trip, how, at))],
      [isHere && !before ? 0 : 1, tap([['undo', undo]], () => said.stays.splice(-1, 1, ...reopened))],
      [said.follow === 'agreed' ? 1 : 0, tap(pauses, turn('paused'))],
      [
        said.follow === 'paused' ? 1 : 0,
        () => this.#call('host', 'answerFollower', { yes: true }, turn('agreed')),
      ],
      [said.follow === 'ended' ? 0 : 1, () => this.#call('host', 'endFollowing', {}, turn('ended'))],
    ];
  }

  #homePresses(): Press[] {
    const [said, now] = [this.#said, this.#place.time];
    if (said.follow !== 'agreed') return [];
    const minutes = this.#pick([2, 5, 15, 30]);
    const due = dueOf(now, minutes);
    const at = dueOf(now, this.#pick([10, 45, 200]));
    const until = at + this.#pick([1, 9]) * HOUR_MS;
    const says = (what: SaidComing, apply: () => void) => () =>
      this.#call('home', 'sayComing', { said: what }, apply);
    const leaves = () => said.announce('leaves', { startedAt: now, at: due, until: due + HOUR_MS });
    const expects = () => said.announce('expected', { startedAt: now, at, until });
    const [iso, isoUntil] = [isoTime(at), isoTime(until)];
    return [
      [said.openTrip(now) ? 3 : 0, () => this.#sayHome(said.last)],
      [said.last.left ? 3 : 0, says({ says: 'leaves', minutes, zone }, leaves)],
      [2, says({ says: 'expected', at: iso, until: isoUntil, zone }, expects)],
      [said.announced('leaves', now) ? 1 : 0, says({ says: 'no-trip' }, () => said.stay(now))],
      [
        said.announced('expected', now) ? 1 : 0,
        says({ says: 'not-expected' }, () => delete said.coming.expected),
      ],
    ];
  }

  /** Sometimes with a thanks afterwards, or taken back at once. */
  async #sayHome(stay: Stay): Promise<void> {
    const now = this.#place.time;
    const { trip } = stay;
    const say = (answer: SentAnswer, apply?: () => void) =>
      this.#call('home', 'answerFollowed', { answer }, apply);
    const said = trip && (await say({ home: isoTime(trip.startedAt) }));
    if (!said) return;
    this.#said.say(trip, 'home', now);
    const takesBackHome = (said as SharedVisit).trip?.said?.at ?? '';
    if (this.#random() < 0.6) await say({ code: 'thanks' });
    else await say({ takesBackHome }, () => this.#said.reopen(stay, now));
  }

  /** One of the host's phones taps, at times without a network for a while; what is refused changes nothing. */
  async #tap(taps: Tap[], apply: (op: string, at: number) => unknown): Promise<void> {
    const phone = this.#pick(this.#families.host);
    const at = this.#place.time;
    const ops = taps.map(([name, args, op = newId()]) =>
      phone.op(name, args as CommandArgs<CommandName>, { op }),
    );
    if (this.#random() < 0.3 && ops[0]?.name !== 'editFriend') await this.#pass(this.#pick(GAPS_MS));
    const { outcomes } = await this.#throughKill(async () => {
      for (;;) {
        const answer = await phone.trySync({ ops }).catch(() => undefined);
        if (answer?.status === 200) return answer.body as SyncReply;
        await pause(10);
      }
    });
    const isDone = outcomes.every(({ result }) => result === 'done');
    this.#log.push(`${ops.map(({ name }) => name)} of ${isoTime(at)}, ${isDone ? 'done' : 'refused'}`);
    if (isDone) apply(ops.at(-1)?.op ?? '', at);
  }

  /** Undefined if it was refused. */
  async #call(
    family: 'host' | 'home',
    name: CallName,
    message: object,
    apply?: () => void,
  ): Promise<unknown> {
    const phone = this.#pick(this.#families[family]);
    const request = { ...householdOf(phone), id: this.#followed.id, ...message };
    const { status, body } = await call(phone, name, request as CallRequest<CallName>);
    this.#log.push(`${name} ${JSON.stringify(message)}, ${status}`);
    if (status !== 200) return undefined;
    apply?.();
    return body;
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

  async #pass(ms: number): Promise<void> {
    const end = this.#place.time + ms;
    await this.#throughKill(() => this.#moveTo(end));
    // What a killed server had begun.
    await this.#moveTo(end);
    this.#compareTold();
    await this.#compareSeen();
  }

  /** Moves the clock from one alert that is due to the next; the lease of one that a killed server took must end. */
  async #moveTo(end: number): Promise<void> {
    const place = this.#place;
    for (let looks = 0; ; looks += 1) {
      const { dueAt, isTaken } = (await place.nextAlert()) ?? { dueAt: '', isTaken: false };
      const ahead = Date.parse(dueAt) - place.time;
      if (!(place.time + ahead <= end || isTaken)) return place.pass(Math.max(end - place.time, 0));
      if (!isTaken && ahead > 0) place.pass(ahead);
      else if (isTaken && (this.kills > 0 || looks > PATIENCE)) place.pass(1000);
      await pause(20);
    }
  }

  /** Each device of a family is told what it should be, again or later only around a kill. */
  #compareTold(): void {
    const told = this.#families.told(KINDS);
    this.told += told.length;
    this.#owed.push(...this.#said.toldUntil(this.#place.time).flatMap((one) => [`${one} 0`, `${one} 1`]));
    for (const one of new Set([...told, ...this.#owed])) {
      const [times = 0, right = 0] = [told, this.#owed].map(
        (all) => all.filter((other) => other === one).length,
      );
      if (times > right * (1 + this.kills) || (times < right && this.kills === 0))
        this.fault ??= `${one} was told ${times} times, not ${right}`;
    }
    this.#owed = this.#owed.filter((one) => !told.includes(one));
  }

  /** Both sides see the same. */
  async #compareSeen(): Promise<void> {
    const { host, home } = this.#families;
    const isOurs = ({ id }: { id: string }) => id === this.#followed.id;
    const follower = (await followersOf(this.#pick(host))).find(isOurs);
    const follow = (await followsOf(this.#pick(home))).find(isOurs);
    const ms = (at = '') => Date.parse(at);
    const { asOf = '', trip: past } = follow?.visit ?? {};
    // Without a word it stays in the reply.
    const trip = past && asOf < past.until ? past : undefined;
    const right = JSON.stringify(this.#said.seen(this.#place.time));
    for (const coming of [follow?.coming, follower?.coming]) {
      const atHome = [ms(trip?.startedAt), trip?.said?.isHome];
      const seen = JSON.stringify([...atHome, ms(coming?.trip?.startedAt), ms(coming?.expected?.at)]);
      if (seen !== right) this.fault ??= `one side saw ${seen}, not ${right}`;
    }
  }
}

/** As trips are: cut to the minute. */
function dueOf(at: number, minutes: number): number {
  return (Math.floor(at / MINUTE_MS) + minutes) * MINUTE_MS;
}
