import type { Meta, Tap } from '#client/data/device/records.ts';
import type { Environment } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';
import type { Estimate } from '#domain/place-tap.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import { Frame } from './frame.ts';

/** Smaller differences, in ms, are drift or network latency, not a clock change. */
const TOLERANCE = 1000;

/** A period in which the device's clock was not changed; steady time is the clock plus offset and the frame's shift, in ms. */
interface Period {
  offset: number;
  frame: Frame;
}

/** The frame before the device slept or its clock was set, and those since: the server's clock decides which it was. */
interface Undecided {
  known: Frame;
  since: Frame[];
}

/** A time in steady time, and the period it lies in. */
interface Measurement {
  at: number;
  period: Period;
}

/**
 * A steady clock for as long as the page is open, and the server's clock as far as its replies tell (decision 0033). A clock
 * behind the page's uptime was set back. A clock ahead of it was set forward, or the device slept, which stops uptime on
 * some devices; the server's clock decides which.
 */
export class Clock {
  readonly #environment: Pick<Environment, 'now' | 'uptime'>;
  readonly #periods = new Map<Id, Period>();
  #period: Period = { offset: 0, frame: new Frame(0) };
  #wall: number;
  #uptime: number;
  /** The frames of the page before the present one. */
  readonly #former: Frame[] = [];
  #undecided: Undecided | undefined;

  constructor(environment: Pick<Environment, 'now' | 'uptime'>) {
    this.#environment = environment;
    this.#wall = environment.now();
    this.#uptime = environment.uptime();
  }

  /** Begins with what a former page has learned. A clock behind the last reply was set since, nobody knows when. */
  begin({ skew, lastHeard = Number.POSITIVE_INFINITY }: Pick<Meta, 'skew' | 'lastHeard'>): void {
    const { offset, frame } = this.#period;
    if (frame.isMeasured) return;
    const isSet = lastHeard - this.#environment.now() > TOLERANCE;
    this.#period = { offset, frame: new Frame(skew - offset, isSet) };
  }

  /** Steady time, in ms since 1970. */
  now(): number {
    this.#detectChange();
    return steady(this.#wall, this.#period);
  }

  /** The server's clock, in ms: the present time for everything that is shown. */
  serverNow(): number {
    return this.now() + this.#period.frame.skew;
  }

  /** The server's clock minus the device's, in ms. */
  get skew(): number {
    this.#detectChange();
    const { offset, frame } = this.#period;
    return Math.round(offset + frame.shift + frame.skew);
  }

  /** True if the device slept or its clock was set, and the server's clock has not decided yet which. */
  get isUncertain(): boolean {
    this.#detectChange();
    return this.#undecided !== undefined;
  }

  /** Registers a new tap, or a retry of an earlier one, and returns the device's clock. */
  register(op: Id, replaces?: Id): number {
    this.#detectChange();
    const { offset, frame } = this.#period;
    const first = replaces === undefined ? this.#period : this.#periods.get(replaces);
    this.#periods.set(op, first ?? { offset, frame: frame.withoutProof() });
    return this.#wall;
  }

  /** The time of a tap in steady time; a tap of another page is assumed to be of the present period. */
  timeOf({ op, tappedAt }: Pick<Tap, 'op' | 'tappedAt'>): number {
    return steady(tappedAt, this.#periods.get(op) ?? this.#period);
  }

  /** The time of a registered tap by the server's clock, as far as it is known by now. */
  placeNew(tap: Pick<Tap, 'op' | 'tappedAt'>): Estimate {
    const { frame } = this.#periods.get(tap.op) ?? this.#period;
    const time = this.timeOf(tap);
    return { at: Math.max(0, Math.round(time + frame.skew)), basis: frame.basisAt(time) };
  }

  /** The same of any tap: that of another page keeps what the page knew. */
  estimateOf(tap: Pick<Tap, 'op' | 'tappedAt' | 'at' | 'basis'>): Estimate {
    return this.#periods.has(tap.op) ? this.placeNew(tap) : { at: Date.parse(tap.at), basis: tap.basis };
  }

  /** Starts a measurement, before the request that returns the server's clock. */
  startMeasurement(): Measurement {
    return { at: this.now(), period: this.#period };
  }

  /** Ends a measurement by the server's clock, in ms: the request came in after it was sent, the reply before it is here. */
  measure({ at, period }: Measurement, reply: Pick<SyncReply, 'receivedAt' | 'serverNow'>): void {
    const now = this.now();
    // The clock was set or the device slept during the request, which makes the measurement useless.
    if (period !== this.#period) return;
    const low = reply.serverNow - now;
    const high = Math.max(low, reply.receivedAt - at);
    const isSetUnnoticed = !this.#undecided && period.frame.gapTo(low, high, now) > TOLERANCE;
    const frame = isSetUnnoticed ? this.#startAnew(period.frame, now) : period.frame;
    frame.narrow(low, high, now);
    if (this.#undecided) this.#decide(this.#undecided, frame, now);
    this.#undecided = undefined;
    if (frame !== period.frame) this.#period = { offset: period.offset, frame };
  }

  #detectChange(): void {
    const [wall, uptime] = [this.#environment.now(), this.#environment.uptime()];
    const ahead = wall - this.#wall - (uptime - this.#uptime);
    [this.#wall, this.#uptime] = [wall, uptime];
    const { offset, frame } = this.#period;
    if (ahead < -TOLERANCE) this.#period = { offset: offset - ahead, frame };
    if (ahead > TOLERANCE) this.#period = { offset, frame: this.#nextFrame(steady(wall, this.#period)) };
  }

  /** Begins the frame after the device slept or its clock was set forward, at a steady time in ms. */
  #nextFrame(at: number): Frame {
    const { frame } = this.#period;
    const next = frame.next(at);
    this.#former.push(frame);
    if (frame.isMeasured) this.#undecided = { known: frame, since: [] };
    this.#undecided?.since.push(next);
    return next;
  }

  #decide({ known, since }: Undecided, frame: Frame, at: number): void {
    for (const other of since) if (other !== frame) other.learnFrom(frame, at);
    if (Math.abs(frame.skew - known.skew) <= TOLERANCE) return;
    // The clock was set. Ages that reach back are as good as the difference before was known.
    frame.moveTo(known.skew);
    if (known.basisAt(at) !== 'measured') this.#doubtFormer(at);
  }

  #startAnew(frame: Frame, at: number): Frame {
    this.#doubtFormer(at);
    frame.isDoubted = true;
    this.#former.push(frame);
    return frame.withoutProof();
  }

  #doubtFormer(at: number): void {
    for (const frame of this.#former) frame.isDoubted ||= frame.basisAt(at) !== 'measured';
  }
}

function steady(wall: number, { offset, frame }: Period): number {
  return wall + offset + frame.shift;
}
