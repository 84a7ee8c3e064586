import type { Environment } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';

/** Differences up to this much, in ms, are no change of a clock: slow drift, and the way over the network. */
const TOLERANCE = 1000;

/** A stretch in which nobody changed the device's clock; steady time is its time plus the offset, in ms. */
interface Stretch {
  offset: number;
}

/** A moment in steady time, and the stretch it lies in. */
interface Asked {
  at: number;
  stretch: Stretch;
}

/**
 * The device's clock, held steady while the page is open, so that a tap's age stays right when somebody sets the clock
 * between the tap and its sending. A clock that fell behind the page's uptime was set back. One that ran ahead was set
 * forward, or the device slept, in which uptime stands still on some: the server's clock tells which.
 */
export class Clock {
  readonly #environment: Pick<Environment, 'now' | 'uptime'>;
  readonly #stretches = new Map<Id, Stretch>();
  #stretch: Stretch = { offset: 0 };
  #wall: number;
  #uptime: number;
  #isInDoubt = false;
  /** The server's clock minus steady time, once this page has measured it. */
  #skew: number | undefined;

  constructor(environment: Pick<Environment, 'now' | 'uptime'>) {
    this.#environment = environment;
    this.#wall = environment.now();
    this.#uptime = environment.uptime();
  }

  /** Steady time, in ms since 1970. */
  now(): number {
    this.#look();
    return this.#wall + this.#stretch.offset;
  }

  /** True where the device slept or somebody set its clock, and the server has not said yet which of the two. */
  get isInDoubt(): boolean {
    this.#look();
    return this.#isInDoubt && this.#skew !== undefined;
  }

  /** The device's clock as it stands, for a tap that happens now, or that tries an earlier one again. */
  tap(op: Id, replaces?: Id): number {
    this.#look();
    this.#stretches.set(op, this.#stretches.get(replaces ?? '') ?? this.#stretch);
    return this.#wall;
  }

  /** When a tap was, in steady time; of one from another page all that is known is the clock it was made by. */
  timeOf({ op, tappedAt }: { op: Id; tappedAt: number }): number {
    return tappedAt + (this.#stretches.get(op) ?? this.#stretch).offset;
  }

  /** To be taken before the server is asked for its clock. */
  begin(): Asked {
    return { at: this.now(), stretch: this.#stretch };
  }

  /** In: what `begin` gave and the clock that the server answered. Out: the server's clock minus steady time, in ms. */
  learn({ at, stretch }: Asked, serverNow: number): number {
    const measured = serverNow - (at + this.now()) / 2;
    // Somebody set the clock, or the device slept, while it asked: nothing is measured by that.
    if (stretch !== this.#stretch) return this.#skew ?? measured;
    const change = measured - (this.#skew ?? measured);
    const isSet = this.#isInDoubt && Math.abs(change) > TOLERANCE;
    if (isSet) this.#stretch.offset += change;
    this.#isInDoubt = false;
    this.#skew = isSet ? measured - change : measured;
    return this.#skew;
  }

  #look(): void {
    const [wall, uptime] = [this.#environment.now(), this.#environment.uptime()];
    const ahead = wall - this.#wall - (uptime - this.#uptime);
    const { offset } = this.#stretch;
    if (ahead < -TOLERANCE) this.#stretch = { offset: offset - ahead };
    if (ahead > TOLERANCE) {
      this.#stretch = { offset };
      this.#isInDoubt = true;
    }
    this.#wall = wall;
    this.#uptime = uptime;
  }
}
