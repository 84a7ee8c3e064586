import type { Id } from '#domain/ids.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import type { Estimate } from '#domain/resolve-tap-time.ts';
import { isoTime } from '#domain/time.ts';
import { ClockSegment } from './clock-segment.ts';
import type { Environment } from './environment.ts';
import type { Meta, Tap } from './storage/records.ts';

/** In ms; smaller differences are drift or network latency. */
const TOLERANCE = 1000;

/** The device's clock was not changed in it. Steady time = clock + `offset` + the segment's shift, in ms. */
interface Period {
  offset: number;
  segment: ClockSegment;
}

/** Segments before and after a jump ahead: the server's clock decides if the device slept or was set. */
interface Undecided {
  known: ClockSegment;
  since: ClockSegment[];
}

type TapTimes = Pick<Tap, 'tappedAt' | 'at' | 'receivedAt' | 'basis'>;

/** `at` in steady time. */
interface Measurement {
  at: number;
  period: Period;
}

/**
 * Decision 0033. A clock behind monotonic time was set back; one ahead was set forward, or sleep stopped
 * monotonic time. The server's clock decides.
 */
export class Clock {
  readonly #environment: Pick<Environment, 'now' | 'monotonicNow'>;
  readonly #periods = new Map<Id, Period>();
  #period: Period = { offset: 0, segment: new ClockSegment(0) };
  #wall: number;
  #monotonic: number;
  readonly #previous: ClockSegment[] = [];
  #undecided: Undecided | undefined;

  constructor(environment: Pick<Environment, 'now' | 'monotonicNow'>) {
    this.#environment = environment;
    this.#wall = environment.now();
    this.#monotonic = environment.monotonicNow();
  }

  /** A clock behind the last reply was set since, at an unknown time. */
  begin({ skew, lastHeard = Number.POSITIVE_INFINITY }: Pick<Meta, 'skew' | 'lastHeard'>): void {
    const { offset, segment } = this.#period;
    if (segment.isMeasured) return;
    const isSet = lastHeard - this.#environment.now() > TOLERANCE;
    this.#period = { offset, segment: new ClockSegment(skew - offset, isSet) };
  }

  /** Steady time, in ms since 1970. */
  now(): number {
    this.#detectChange();
    return steady(this.#wall, this.#period);
  }

  /** In ms. */
  serverNow(): number {
    return this.now() + this.#period.segment.skew;
  }

  /** Server clock minus device clock, in ms. */
  get skew(): number {
    this.#detectChange();
    const { offset, segment } = this.#period;
    return Math.round(offset + segment.shift + segment.skew);
  }

  /** The server's clock has not decided yet if the device slept or its clock was set. */
  get isUncertain(): boolean {
    this.#detectChange();
    return this.#undecided !== undefined;
  }

  /** Times a new tap; a retry keeps the first one's. */
  timeNew(op: Id, first: Partial<Pick<Tap, 'tappedAt' | 'replaces'>>): TapTimes {
    const receivedAt = isoTime(Math.round(this.serverNow()));
    const { offset, segment } = this.#period;
    const known = first.replaces === undefined ? this.#period : this.#periods.get(first.replaces);
    this.#periods.set(op, known ?? { offset, segment: segment.withoutProof() });
    const tappedAt = first.tappedAt ?? Math.max(0, Math.round(this.#wall));
    const { at, basis } = this.#estimate({ op, tappedAt });
    return { tappedAt, at: isoTime(at), receivedAt, basis };
  }

  /** In steady time; a tap of another page counts to the current period. */
  timeOf({ op, tappedAt }: Pick<Tap, 'op' | 'tappedAt'>): number {
    return steady(tappedAt, this.#periods.get(op) ?? this.#period);
  }

  /** A tap of another page keeps that page's estimate. */
  estimateOf(tap: Pick<Tap, 'op' | 'tappedAt' | 'at' | 'basis'>): Estimate {
    return this.#periods.has(tap.op) ? this.#estimate(tap) : { at: Date.parse(tap.at), basis: tap.basis };
  }

  /** Call it before the request that returns the server's clock. */
  startMeasurement(): Measurement {
    return { at: this.now(), period: this.#period };
  }

  /** Bounds: the request arrived after it was sent, the reply was sent before it arrived. */
  measure({ at, period }: Measurement, reply: Pick<SyncReply, 'receivedAt' | 'serverNow'>): void {
    const now = this.now();
    // The clock was set or the device slept meanwhile.
    if (period !== this.#period) return;
    const low = reply.serverNow - now;
    const high = Math.max(low, reply.receivedAt - at);
    const isSetUnnoticed = !this.#undecided && period.segment.gapTo(low, high, now) > TOLERANCE;
    const segment = isSetUnnoticed ? this.#restart(period.segment, now) : period.segment;
    segment.narrow(low, high, now);
    if (this.#undecided) this.#decide(this.#undecided, segment, now);
    this.#undecided = undefined;
    if (segment !== period.segment) this.#period = { offset: period.offset, segment };
  }

  /** By the server's clock as known now. */
  #estimate(tap: Pick<Tap, 'op' | 'tappedAt'>): Estimate {
    const { segment } = this.#periods.get(tap.op) ?? this.#period;
    const time = this.timeOf(tap);
    return { at: Math.max(0, Math.round(time + segment.skew)), basis: segment.basisAt(time) };
  }

  #detectChange(): void {
    const [wall, monotonic] = [this.#environment.now(), this.#environment.monotonicNow()];
    const ahead = wall - this.#wall - (monotonic - this.#monotonic);
    [this.#wall, this.#monotonic] = [wall, monotonic];
    const { offset, segment } = this.#period;
    if (ahead < -TOLERANCE) this.#period = { offset: offset - ahead, segment };
    if (ahead > TOLERANCE) this.#period = { offset, segment: this.#nextSegment(steady(wall, this.#period)) };
  }

  /** `at` in steady time. */
  #nextSegment(at: number): ClockSegment {
    const { segment } = this.#period;
    const next = segment.next(at);
    this.#previous.push(segment);
    if (segment.isMeasured) this.#undecided = { known: segment, since: [] };
    this.#undecided?.since.push(next);
    return next;
  }

  #decide({ known, since }: Undecided, segment: ClockSegment, at: number): void {
    for (const other of since) if (other !== segment) other.learnFrom(segment, at);
    if (Math.abs(segment.skew - known.skew) <= TOLERANCE) return;
    // The clock was set. Earlier times are as certain as the previous skew.
    segment.moveTo(known.skew);
    if (known.basisAt(at) !== 'measured') this.#doubtPrevious(at);
  }

  #restart(segment: ClockSegment, at: number): ClockSegment {
    this.#doubtPrevious(at);
    segment.isDoubted = true;
    this.#previous.push(segment);
    return segment.withoutProof();
  }

  #doubtPrevious(at: number): void {
    for (const segment of this.#previous) segment.isDoubted ||= segment.basisAt(at) !== 'measured';
  }
}

function steady(wall: number, { offset, segment }: Period): number {
  return wall + offset + segment.shift;
}
