import { type Basis, DISAGREEMENT_MS } from '#domain/place-tap.ts';

/** The rate at which two clocks drift apart: a phone's quartz stays well below. */
const DRIFT = 50e-6;

/**
 * A stretch of time in which the device's clock was set by known amounts at most, and what is known of the server's clock in it:
 * bounds of the difference in ms, the server's clock minus steady time. The quickest exchanges make them narrow.
 */
export class Frame {
  /** Ms to add to the device's clock, so that ages reach back into the frame before. */
  shift: number;
  /** The difference that is assumed: within the bounds, and as stable as they allow. */
  skew: number;
  /** The clock was set at an unknown moment, or its difference was learned before it was set. */
  isDoubted: boolean;
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;
  #measuredAt: number | undefined;

  constructor(skew: number, isDoubted = false, shift = 0) {
    this.skew = skew;
    this.isDoubted = isDoubted;
    this.shift = shift;
  }

  get isMeasured(): boolean {
    return this.#measuredAt !== undefined;
  }

  /** Begins a frame after the device slept or its clock was set forward: the difference is as before, or smaller. */
  next(at: number): Frame {
    const next = new Frame(this.skew, this.isDoubted, this.shift);
    next.#high = this.#high + this.#driftTo(at);
    return next;
  }

  /** Returns the same frame, as if nothing were measured. */
  withoutProof(): Frame {
    return new Frame(this.skew, false, this.shift);
  }

  /** Returns the trust in `skew` at a steady time, in ms. */
  basisAt(at: number): Basis {
    if (this.isDoubted) return 'doubted';
    const error = Math.max(this.#high - this.skew, this.skew - this.#low) + this.#driftTo(at);
    return this.isMeasured && error <= DISAGREEMENT_MS ? 'measured' : 'kept';
  }

  /** Returns by how many ms bounds that were measured at a steady time lie outside those known. */
  gapTo(low: number, high: number, at: number): number {
    return Math.max(low - this.#high, this.#low - high) - this.#driftTo(at);
  }

  /** Takes the bounds that an exchange gives; it replaces older ones that it contradicts. */
  narrow(low: number, high: number, at: number): void {
    const drift = this.#driftTo(at);
    const isContrary = this.gapTo(low, high, at) > 0;
    this.#low = isContrary ? low : Math.max(low, this.#low - drift);
    this.#high = isContrary ? high : Math.min(high, this.#high + drift);
    if (this.skew < this.#low || this.skew > this.#high) this.skew = (this.#low + this.#high) / 2;
    this.#measuredAt = at;
    this.isDoubted = false;
  }

  /** Takes what a later frame tells of this one, which was never measured: the difference has not grown since. */
  learnFrom(later: Frame, at: number): void {
    this.#low = later.#low;
    this.#measuredAt = at;
    this.isDoubted = this.basisAt(at) !== 'measured';
  }

  /** Moves the frame in steady time, so that the difference is this one. */
  moveTo(skew: number): void {
    const change = this.skew - skew;
    this.shift += change;
    this.skew = skew;
    this.#low -= change;
    this.#high -= change;
  }

  #driftTo(at: number): number {
    return this.#measuredAt === undefined ? 0 : Math.abs(at - this.#measuredAt) * DRIFT;
  }
}
