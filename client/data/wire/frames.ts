import type { Frame } from './frame.ts';

/** Smaller differences, in ms, are drift or network latency, not a clock change. */
export const TOLERANCE = 1000;

/** The frame before the device slept or its clock was set, and those since: the server's clock decides which it was. */
interface Undecided {
  known: Frame;
  since: Frame[];
}

/** The frames of a page, and what the exchanges with the server tell of one by another. */
export class Frames {
  readonly #former: Frame[] = [];
  #undecided: Undecided | undefined;

  /** True if the server's clock has not decided yet if the device slept or its clock was set. */
  get isUndecided(): boolean {
    return this.#undecided !== undefined;
  }

  /** Begins the frame after the device slept or its clock was set forward, at a steady time in ms. */
  next(frame: Frame, at: number): Frame {
    const next = frame.next(at);
    this.#former.push(frame);
    if (frame.isMeasured) this.#undecided = { known: frame, since: [] };
    this.#undecided?.since.push(next);
    return next;
  }

  /** Takes the bounds that an exchange gives of the present frame; returns the one that goes on. */
  measure(present: Frame, low: number, high: number, at: number): Frame {
    const isSetUnnoticed = !this.isUndecided && present.gapTo(low, high, at) > TOLERANCE;
    const frame = isSetUnnoticed ? this.#startAnew(present, at) : present;
    frame.narrow(low, high, at);
    if (this.#undecided) this.#decide(this.#undecided, frame, at);
    this.#undecided = undefined;
    return frame;
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
