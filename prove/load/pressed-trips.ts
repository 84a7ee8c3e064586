import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';

const HOLD_MS = 10_000;
const LATE_MS = 10 * MINUTE_MS;
const LAST_ASKED_MS = 40 * MINUTE_MS;
const SAID_MS = 30 * MINUTE_MS;
const EARLY_MS = 3 * HOUR_MS;

/** Times, in ms, are of the taps. */
export interface Stay {
  visit: string;
  arrived: number;
  left?: number;
  checkOut?: string;
  trip?: Trip;
}

interface Trip {
  op: string;
  startedAt: number;
  due: number;
  word?: { how: string; at: number } | undefined;
}

interface Said {
  startedAt: number;
  at: number;
  until: number;
}

type Coming = 'leaves' | 'expected';
export type Follow = 'agreed' | 'paused' | 'ended';

/** What each device of a family is told, by words of the title. */
type Told =
  | `host ${'Ingen har sagt' | 'är på väg' | 'inte på väg' | 'Ingen incheckning'}`
  | `home ${'gick från' | 'Är Ella hemma' | 'Ingen incheckning' | 'inte längre'}`;

/** The rules of trips, written anew: from what was pressed follows what each side sees and is told. */
export class PressedTrips {
  readonly stays: Stay[] = [];
  follow: Follow = 'agreed';
  #agreedAt = 0;
  #pausedAt = 0;
  readonly coming: Partial<Record<Coming, Said | undefined>> = {};
  /** Of each kind the last one waits. */
  readonly #waits = new Map<string, { at: number; judge: (now: number) => Told[] }>();

  get last(): Stay {
    return this.stays.at(-1) as Stay;
  }

  openTrip(now: number, stay = this.last): Trip | undefined {
    const { trip, left } = stay;
    const isOpen = trip && !trip.word && now < trip.due + HOUR_MS && left !== undefined;
    return isOpen && stay === this.last ? trip : undefined;
  }

  start(stay: Stay, { op, at, due }: { op: string; at: number; due: number }, now: number): void {
    const { trip } = stay;
    if (!trip || (trip.word?.how === 'taken-back' && at > trip.word.at))
      stay.trip = { op, startedAt: at, due };
    else if (this.openTrip(at, stay) && trip.due !== due) trip.due = due;
    else return;
    this.#next(stay, now < due ? 0 : due, now + HOLD_MS);
  }

  /** The home hears of the start, is asked, and then the host. */
  #next(stay: Stay, since: number, soonest: number): void {
    const { startedAt = 0, due = 0 } = stay.trip ?? {};
    const turns = [startedAt + HOLD_MS, due + LATE_MS, due + 2 * LATE_MS];
    const turn = turns.findIndex((at) => since < at);
    const at = Math.max(turns[turn] ?? 0, soonest);
    if (turn < 0 || (turn < 2 && at >= due + LAST_ASKED_MS)) return;
    this.#wait(stay.visit, at, (now) => {
      const trip = this.openTrip(now, stay);
      return trip ? this.#tell(stay, trip, turn, now) : [];
    });
  }

  #tell(stay: Stay, trip: Trip, turn: number, now: number): Told[] {
    if (turn === 2) return ['host Ingen har sagt'];
    const pause = turn * LATE_MS;
    this.#next(stay, trip.due + pause, now + pause);
    if (turn === 0) return this.follow === 'agreed' && now < trip.due ? ['home gick från'] : [];
    if (this.follow === 'agreed') return ['home Är Ella hemma'];
    return this.#hasLost(trip) ? ['home inte längre'] : [];
  }

  /** The first word counts. */
  say(trip: Trip, how: string, at: number): void {
    trip.word ??= { how, at };
  }

  /** What the word stopped comes ten seconds later at the earliest. */
  reopen(stay: Stay, now: number): void {
    if (stay.trip) stay.trip.word = undefined;
    this.#next(stay, now, now + HOLD_MS);
  }

  /** By the home: its child leaves, or comes at a time. */
  announce(what: Coming, said: Said): void {
    const { startedAt, at } = said;
    if (what === 'leaves') this.stay(startedAt);
    this.coming[what] = said;
    const told = (all: Told[]) => (now: number) => (this.announced(what, now) === said ? all : []);
    if (what === 'leaves') this.#wait('coming', startedAt + HOLD_MS, told(['host är på väg']));
    const late = told(['host Ingen incheckning', 'home Ingen incheckning']);
    this.#wait(what, at + LATE_MS, (now) => {
      const isUnseen = what === 'leaves' && this.follow === 'paused' && this.#standing(what, now) === said;
      return isUnseen ? ['home inte längre'] : late(now);
    });
  }

  /** The start that stands is taken back or replaced. The host hears of it if it was told, unless another one stands then. */
  stay(now: number): void {
    const { startedAt = now } = this.announced('leaves', now) ?? {};
    delete this.coming.leaves;
    if (now < startedAt + HOLD_MS) return;
    this.#wait('stay', now + HOLD_MS, (then) => {
      return this.follow === 'agreed' && this.last.left && !this.announced('leaves', then)
        ? ['host inte på väg']
        : [];
    });
  }

  /** What still counts. */
  announced(what: Coming, now: number): Said | undefined {
    return this.follow === 'agreed' ? this.#standing(what, now) : undefined;
  }

  #standing(what: Coming, now: number): Said | undefined {
    const said = this.coming[what];
    const { arrived, left } = this.last;
    if (!said || now >= said.until) return undefined;
    const { startedAt } = said;
    const since = said.at - EARLY_MS;
    const isAbout = (at = 0) => at >= Math.max(since, startedAt);
    const hasCome = {
      leaves: left === undefined || left > startedAt || arrived >= startedAt - MINUTE_MS,
      expected: isAbout(this.coming.leaves?.startedAt) || (left === undefined ? now >= since : isAbout(left)),
    };
    return hasCome[what] ? undefined : said;
  }

  /** By the host. A home that can no longer see an open trip or start is told at once, unless it was. */
  turn(now: number, follow: Follow): void {
    const trip = this.openTrip(now);
    const dues = [this.#standing('leaves', now)?.at ?? 0];
    if (trip && (this.follow === 'agreed' || this.#hasLost(trip))) dues.push(trip.due);
    const isLosing = dues.some((due) => due > 0 && (this.follow === 'agreed' || now < due + LATE_MS));
    if (follow === 'ended' && isLosing) this.#wait('unseen', now, () => ['home inte längre']);
    if (follow === 'agreed') this.#agreedAt = now;
    if (follow === 'paused') this.#pausedAt = now;
    this.follow = follow;
  }

  /** It was told of the start. */
  #hasLost({ startedAt }: Trip): boolean {
    return this.follow === 'paused' && this.#agreedAt < startedAt && this.#pausedAt > startedAt + HOLD_MS;
  }

  /** What is due until `now`, in that order. */
  toldUntil(now: number): Told[] {
    const [next] = [...this.#waits].toSorted(([, a], [, b]) => a.at - b.at);
    if (!next || next[1].at > now) return [];
    this.#waits.delete(next[0]);
    return [...next[1].judge(next[1].at), ...this.toldUntil(now)];
  }

  /** The start of the trip home and whether the child is said to be there, then of the way to the host, and the time expected. */
  seen(now: number) {
    const { trip, left } = this.last;
    const word = trip?.word && now < trip.word.at + SAID_MS ? trip.word : undefined;
    const isSeen = this.follow === 'agreed' && left !== undefined && (word || this.openTrip(now));
    const isHome = isSeen && word ? word.how !== 'taken-back' : undefined;
    const startedAt = isSeen ? trip?.startedAt : undefined;
    const [leaves, expected] = [this.announced('leaves', now), this.announced('expected', now)];
    return [startedAt, isHome, leaves?.startedAt, expected?.at];
  }

  #wait(kind: string, at: number, judge: (now: number) => Told[]): void {
    this.#waits.set(kind, { at, judge });
  }
}
