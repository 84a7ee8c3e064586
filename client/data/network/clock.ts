import type { Environment } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';

/** Smaller differences, in ms, are drift or network latency, not a clock change. */
const TOLERANCE = 1000;

/** A period in which the device's clock was not changed; steady time is the clock plus the offset, in ms. */
interface Period {
  offset: number;
}

/** A time in steady time, and the period it lies in. */
interface Measurement {
  at: number;
  period: Period;
}

/**
 * A steady clock for as long as the page is open: the age of a tap stays correct if the device's clock is changed before
 * the tap is sent. A clock behind the page's uptime was set back. A clock ahead of it was set forward, or the device
 * slept, which stops uptime on some devices; the server's clock decides which.
 */
export class Clock {
  readonly #environment: Pick<Environment, 'now' | 'uptime'>;
  readonly #periods = new Map<Id, Period>();
  #period: Period = { offset: 0 };
  #wall: number;
  #uptime: number;
  #isUncertain = false;
  /** The server's clock minus steady time, once measured. */
  #skew: number | undefined;

  constructor(environment: Pick<Environment, 'now' | 'uptime'>) {
    this.#environment = environment;
    this.#wall = environment.now();
    this.#uptime = environment.uptime();
  }

  /** Steady time, in ms since 1970. */
  now(): number {
    this.#detectChange();
    return this.#wall + this.#period.offset;
  }

  /** True if the device slept or its clock was set, and the server's clock has not decided yet which. */
  get isUncertain(): boolean {
    this.#detectChange();
    return this.#isUncertain && this.#skew !== undefined;
  }

  /** Registers a new tap, or a retry of an earlier one, and returns the device's clock. */
  register(op: Id, replaces?: Id): number {
    this.#detectChange();
    this.#periods.set(op, this.#periods.get(replaces ?? '') ?? this.#period);
    return this.#wall;
  }

  /** The time of a tap in steady time; a tap of another page is assumed to be of the present period. */
  timeOf({ op, tappedAt }: { op: Id; tappedAt: number }): number {
    return tappedAt + (this.#periods.get(op) ?? this.#period).offset;
  }

  /** Starts a measurement, before the request that returns the server's clock. */
  startMeasurement(): Measurement {
    return { at: this.now(), period: this.#period };
  }

  /** Ends a measurement. Returns the server's clock minus steady time, in ms. */
  measure({ at, period }: Measurement, serverNow: number): number {
    const measured = serverNow - (at + this.now()) / 2;
    // The clock was set or the device slept during the request, which makes the measurement useless.
    if (period !== this.#period) return this.#skew ?? measured;
    const change = measured - (this.#skew ?? measured);
    const isSet = this.#isUncertain && Math.abs(change) > TOLERANCE;
    if (isSet) this.#period.offset += change;
    this.#isUncertain = false;
    this.#skew = isSet ? measured - change : measured;
    return this.#skew;
  }

  #detectChange(): void {
    const [wall, uptime] = [this.#environment.now(), this.#environment.uptime()];
    const ahead = wall - this.#wall - (uptime - this.#uptime);
    const { offset } = this.#period;
    if (ahead < -TOLERANCE) this.#period = { offset: offset - ahead };
    if (ahead > TOLERANCE) {
      this.#period = { offset };
      this.#isUncertain = true;
    }
    this.#wall = wall;
    this.#uptime = uptime;
  }
}
