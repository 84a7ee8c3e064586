import { type Basis, DISAGREEMENT_MS } from '#domain/resolve-tap-time.ts';

/** Ms per ms; a phone's quartz drifts far less. */
const DRIFT = 50e-6;

/**
 * The clock was set by known amounts at most. Quick exchanges narrow the bounds of the skew: server clock
 * minus steady time, in ms.
 */
export class ClockSegment {
  /** In ms, added to the device's clock so that ages reach back into the previous segment. */
  shift: number;
  /** Within the bounds, and changed as little as they allow. */
  skew: number;
  /** The clock was set at an unknown time, or the skew was learned before it was set. */
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

  /** After a sleep or a clock set forward the skew is unchanged or smaller. */
  next(at: number): ClockSegment {
    const next = new ClockSegment(this.skew, this.isDoubted, this.shift);
    next.#high = this.#high + this.#driftTo(at);
    return next;
  }

  withoutProof(): ClockSegment {
    return new ClockSegment(this.skew, false, this.shift);
  }

  /** `at` in steady time. */
  basisAt(at: number): Basis {
    if (this.isDoubted) return 'doubted';
    const error = Math.max(this.#high - this.skew, this.skew - this.#low) + this.#driftTo(at);
    return this.isMeasured && error <= DISAGREEMENT_MS ? 'measured' : 'kept';
  }

  /** By how many ms new bounds lie outside the known ones. */
  gapTo(low: number, high: number, at: number): number {
    return Math.max(low - this.#high, this.#low - high) - this.#driftTo(at);
  }

  /** Contradicted older bounds are replaced. */
  narrow(low: number, high: number, at: number): void {
    const drift = this.#driftTo(at);
    const isContrary = this.gapTo(low, high, at) > 0;
    this.#low = isContrary ? low : Math.max(low, this.#low - drift);
    this.#high = isContrary ? high : Math.min(high, this.#high + drift);
    if (this.skew < this.#low || this.skew > this.#high) this.skew = (this.#low + this.#high) / 2;
    this.#measuredAt = at;
    this.isDoubted = false;
  }

  /** This segment was never measured; the skew has not grown since. */
  learnFrom(later: ClockSegment, at: number): void {
    this.#low = later.#low;
    this.#measuredAt = at;
    this.isDoubted = this.basisAt(at) !== 'measured';
  }

  /** Shifts the segment in steady time so that its skew becomes this one. */
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
