import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';

const HOLD_MS = 10_000;
const LATE_MS = 10 * MINUTE_MS;
const LAST_ASKED_MS = 40 * MINUTE_MS;
const SAID_MS = 30 * MINUTE_MS;
const EARLY_MS = 3 * HOUR_MS;

/** `also`: the same child, as a friend of another child of the host. */
export const WHO = ['ella', 'also', 'sibling'] as const;
export type Who = (typeof WHO)[number];
export type Family = 'host' | 'home';

/** Times, in ms, are of the taps; `shownLeft` may be corrected. */
export interface Stay {
  visit: string;
  arrived: number;
  left: number | undefined;
  checkOut?: string;
  shownLeft?: number;
  trip?: Trip;
}

interface Trip {
  op: string;
  startedAt: number;
  due: number;
  word?: { how: 'home' | 'host' | 'taken-back'; at: number } | undefined;
}

/** What each device of a family is told once. */
type Told = `${Family} ${'start' | 'ask' | 'nobody' | 'coming' | 'late' | 'unseen'}`;

/** The rules of trips, written anew: from what was pressed follows what each side sees and is told. */
export class PressedTrips {
  readonly stays: Record<Who, Stay[]> = { ella: [], also: [], sibling: [] };
  follow: 'agreed' | 'paused' | 'ended' = 'agreed';
  #agreedAt = 0;
  #pausedAt = 0;
  #leaves: { startedAt: number; due: number } | undefined;
  #expected: { at: number; until: number; saidAt: number } | undefined;
  /** Of each kind the last one waits. */
  readonly #waits = new Map<string, { at: number; judge: (now: number) => Told[] }>();

  get ella(): Stay {
    return this.stays.ella.at(-1) as Stay;
  }

  isHere(who: Who): boolean {
    return this.stays[who].at(-1)?.left === undefined;
  }

  openTrip(now: number, stay = this.ella): Trip | undefined {
    const { trip, left } = stay;
    const isOpen = trip && !trip.word && now < trip.due + HOUR_MS && left !== undefined;
    return isOpen && stay === this.ella ? trip : undefined;
  }

  start(stay: Stay, { op, at, due }: { op: string; at: number; due: number }, now: number): void {
    const { trip } = stay;
    if (!trip || (trip.word?.how === 'taken-back' && at > trip.word.at))
      stay.trip = { op, startedAt: at, due };
    else if (this.openTrip(at, stay) && trip.due !== due) trip.due = due;
    else return;
    if (now < due) this.#wait(stay.visit, now + HOLD_MS, (time) => this.#tellStart(stay, time));
    else if (now < due + LAST_ASKED_MS) this.#askAt(stay, Math.max(due + LATE_MS, now + HOLD_MS));
  }

  #tellStart(stay: Stay, now: number): Told[] {
    const trip = this.openTrip(now, stay);
    if (!trip) return [];
    this.#askAt(stay, trip.due + LATE_MS);
    return this.follow === 'agreed' && now < trip.due ? ['home start'] : [];
  }

  #askAt(stay: Stay, at: number): void {
    this.#wait(stay.visit, at, (now) => {
      const trip = this.openTrip(now, stay);
      if (!trip) return [];
      const hostAt = Math.max(trip.due + 2 * LATE_MS, now + LATE_MS);
      this.#wait(stay.visit, hostAt, (time) => (this.openTrip(time, stay) ? ['host nobody'] : []));
      if (this.follow === 'agreed') return ['home ask'];
      const sawStart = this.#agreedAt < trip.startedAt && this.#pausedAt > trip.startedAt + HOLD_MS;
      return this.follow === 'paused' && sawStart ? ['home unseen'] : [];
    });
  }

  /** The home says that its child leaves. */
  leave(now: number, due: number): void {
    const [awaited, trip] = [this.#awaited(now), { startedAt: now, due }];
    this.#leaves = trip;
    this.#expected = awaited && now < awaited.at - EARLY_MS ? awaited : undefined;
    const isOpen = (time: number) => this.#onTheWay(time) === trip;
    this.#wait('coming', now + HOLD_MS, (time) => (isOpen(time) ? ['host coming'] : []));
    this.#wait('late', due + LATE_MS, (time) => (isOpen(time) ? ['host late', 'home late'] : []));
  }

  expect(now: number, at: number, until: number): void {
    const expected = { at, until, saidAt: now };
    this.#leaves = this.#onTheWay(now);
    this.#expected = expected;
    const isOpen = (time: number) => this.#awaited(time) === expected;
    this.#wait('awaited', at + LATE_MS, (time) => (isOpen(time) ? ['host late', 'home late'] : []));
  }

  takeBack(now: number, what: 'no-trip' | 'not-expected'): void {
    this.#leaves = what === 'no-trip' ? undefined : this.#onTheWay(now);
    this.#expected = what === 'not-expected' ? undefined : this.#awaited(now);
  }

  pause(now: number): void {
    this.follow = 'paused';
    this.#pausedAt = now;
  }

  agree(now: number): void {
    this.follow = 'agreed';
    this.#agreedAt = now;
  }

  /** By the host: of an open trip the home is told at once, unless it was. */
  end(now: number): void {
    const trip = this.openTrip(now);
    const wasTold = trip && this.follow === 'paused' && now >= trip.due + LATE_MS;
    if (trip && !wasTold) this.#wait('unseen', now, () => ['home unseen']);
    this.follow = 'ended';
  }

  /** What is due until `now`, in that order. */
  toldUntil(now: number): Told[] {
    const told: Told[] = [];
    for (;;) {
      const due = [...this.#waits].filter(([, { at }]) => at <= now);
      const [next] = due.toSorted(([, a], [, b]) => a.at - b.at);
      if (!next) return told;
      this.#waits.delete(next[0]);
      told.push(...next[1].judge(next[1].at));
    }
  }

  /** The start of the trip home and whether the child is said to be there, then of the way to the host, and the time expected. */
  seen(now: number) {
    const { trip, left } = this.ella;
    const word = trip?.word && now < trip.word.at + SAID_MS ? trip.word : undefined;
    const isSeen = this.follow === 'agreed' && left !== undefined && (word || this.openTrip(now));
    const isHome = isSeen && word ? word.how !== 'taken-back' : undefined;
    const startedAt = isSeen ? trip?.startedAt : undefined;
    return [startedAt, isHome, this.#onTheWay(now)?.startedAt, this.#awaited(now)?.at];
  }

  #wait(kind: string, at: number, judge: (now: number) => Told[]): void {
    this.#waits.set(kind, { at, judge });
  }

  #onTheWay(now: number) {
    const { startedAt = 0, due = 0 } = this.#leaves ?? {};
    const hasCome = ({ arrived, left = now + 1 }: Stay) =>
      left > startedAt || arrived >= startedAt - MINUTE_MS;
    const isOpen = this.follow === 'agreed' && now < due + HOUR_MS && !this.#latest.some(hasCome);
    return isOpen ? this.#leaves : undefined;
  }

  #awaited(now: number) {
    const { at = 0, until = 0, saidAt = 0 } = this.#expected ?? {};
    const since = at - EARLY_MS;
    const hasCome = ({ left, shownLeft = 0 }: Stay) =>
      left === undefined ? now >= since : shownLeft >= Math.max(since, saidAt);
    const isOpen = this.follow === 'agreed' && now < until && !this.#latest.some(hasCome);
    return isOpen ? this.#expected : undefined;
  }

  /** A sibling's visit ends nothing. */
  get #latest(): Stay[] {
    return [this.ella, ...this.stays.also.slice(-1)];
  }
}
