import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import { type Basis, resolveTapTime, type TapTime } from '#domain/resolve-tap-time.ts';
import { seed } from '#tests/support/seed.ts';
import { Clock } from './clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

interface MadeTap {
  op: Id;
  madeAt: number;
  tappedAt: number;
  at: string;
  basis: Basis;
  placed?: TapTime;
}

/** A phone whose clock is wrong, its pages, and a server whose clock is right. */
class World {
  time = Date.parse('2026-06-01T10:00:00.000Z');
  clockError = 0;
  slept = 0;
  clock: Clock;
  stored: { skew: number; lastHeard?: number } = { skew: 0 };
  readonly taps: MadeTap[] = [];
  readonly #sendsEstimates: boolean;

  constructor(clockError: number, sendsEstimates = true) {
    this.clockError = clockError;
    this.#sendsEstimates = sendsEstimates;
    this.clock = this.#openPage();
  }

  take(step: Step): void {
    if (step.do === 'exchange') this.#exchange(step);
    else if (step.do === 'pass') this.time += step.ms;
    else if (step.do === 'sleep') this.#sleep(step.ms);
    else if (step.do === 'set') this.clockError = step.error;
    else if (step.do === 'reload') this.clock = this.#openPage();
    else this.#tap();
    // The screen asks for the time.
    this.clock.serverNow();
  }

  #openPage(): Clock {
    const clock = new Clock({
      now: () => this.time + this.clockError,
      monotonicNow: () => this.time - this.slept,
    });
    clock.begin(this.stored);
    return clock;
  }

  #sleep(ms: number): void {
    this.time += ms;
    this.slept += ms;
  }

  #tap(): void {
    const op = String(this.taps.length);
    this.taps.push({ op, madeAt: this.time, ...this.clock.timeNew(op, {}) });
  }

  #exchange({ up, down }: Exchange): void {
    const unsent = this.taps.filter(({ placed }) => !placed);
    const due = this.clock.isUncertain ? [] : unsent;
    const measurement = this.clock.startMeasurement();
    const request = due.map((tap) => ({
      tap,
      tappedAt: this.clock.timeOf(tap),
      estimate: this.#sendsEstimates ? this.clock.estimateOf(tap) : undefined,
    }));
    this.time += up;
    const receivedAt = this.time;
    for (const { tap, tappedAt, estimate } of request) {
      tap.placed = resolveTapTime({ tappedAt, deviceNow: measurement.at, receivedAt, estimate });
      expect(tap.placed.at, 'never in the future').toBeLessThanOrEqual(receivedAt);
    }
    this.time += down;
    this.clock.measure(measurement, { receivedAt, serverNow: receivedAt });
    this.stored = { skew: this.clock.skew, lastHeard: this.time + this.clockError };
    if (due.length < unsent.length) this.#exchange({ do: 'exchange', up, down });
  }
}

interface Exchange {
  do: 'exchange';
  up: number;
  down: number;
}

type Step =
  | { do: 'pass' | 'sleep'; ms: number }
  | { do: 'set'; error: number }
  | { do: 'reload' | 'tap' }
  | Exchange;

const QUICK: Step = { do: 'exchange', up: 40, down: 60 };
const delay = fc.oneof(fc.constantFrom(SECOND, 12 * SECOND, 60 * SECOND), fc.nat(300));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('pass' as const, 'sleep' as const), ms: fc.nat(8 * HOUR) }),
  fc.record({ do: fc.constant('exchange' as const), up: delay, down: delay }),
  fc.constantFrom<Step>({ do: 'tap' }, { do: 'tap' }, { do: 'reload' }, QUICK),
);
const clockError = fc.constantFrom(-3 * HOUR, -5 * MINUTE, 0, 47 * MINUTE, 10 * HOUR);

/** The steps with the clock set at random moments, at most once between two exchanges. */
const story = fc
  .array(fc.record({ step, set: fc.option(clockError, { freq: 4 }) }), { maxLength: 30 })
  .map((entries) => {
    let mayBeSet = true;
    return entries.flatMap(({ step, set }): Step[] => {
      const isSet = set !== null && mayBeSet;
      mayBeSet = step.do === 'exchange' || (mayBeSet && !isSet);
      return isSet ? [{ do: 'set', error: set }, step] : [step];
    });
  });

/** Runs a story to its end. Returns the taps that are placed by more than 2 s off the touch, and not marked as uncertain. */
function wrongTaps(world: World, steps: readonly Step[]): MadeTap[] {
  for (const one of [...steps, QUICK]) world.take(one);
  expect(world.taps.every(({ placed }) => placed)).toBe(true);
  return world.taps.filter(
    ({ placed, madeAt }) =>
      placed && placed.certainty !== 'uncertain' && Math.abs(placed.at - madeAt) > 2 * SECOND,
  );
}

const TAP: Step = { do: 'tap' };
const stories: readonly { what: string; steps: readonly Step[]; certainties: readonly string[] }[] = [
  ...[-3 * HOUR, -20 * SECOND, 20 * SECOND, 3 * HOUR].map((error) => ({
    what: `a clock that is set by ${error} ms between two taps`,
    steps: [
      QUICK,
      TAP,
      { do: 'pass', ms: 600 * SECOND },
      { do: 'set', error },
      TAP,
      { do: 'pass', ms: MINUTE },
    ] as const,
    certainties: ['exact', 'exact'],
  })),
  { what: 'a sleep', steps: [QUICK, TAP, { do: 'sleep', ms: 5 * HOUR }], certainties: ['exact'] },
  {
    what: 'a clock that is set during a sleep',
    steps: [QUICK, TAP, { do: 'sleep', ms: 5 * HOUR }, { do: 'set', error: 2 * HOUR }],
    certainties: ['exact'],
  },
  {
    what: 'a sleep before the first contact of its page',
    steps: [QUICK, { do: 'reload' }, TAP, { do: 'sleep', ms: 5 * HOUR }],
    certainties: ['exact'],
  },
  {
    what: 'a later page, which cannot tell a set clock from a sleep',
    steps: [QUICK, { do: 'set', error: HOUR }, TAP, { do: 'pass', ms: HOUR }, { do: 'reload' }],
    certainties: ['uncertain'],
  },
];

test.each(stories)('$what moves no tap: $certainties', ({ steps, certainties }) => {
  const world = new World(0);
  for (const one of [...steps, QUICK]) world.take(one);
  expect(world.taps.map(({ placed }) => placed?.certainty)).toEqual(certainties);
  for (const { placed, madeAt } of world.taps)
    expect(Math.abs((placed?.at ?? 0) - madeAt)).toBeLessThan(SECOND);
});

// docs/sync.md: TM2
test('over slow networks, sleep, reloads and clocks that are set, a tap is within 2 s of the touch or uncertain', () => {
  const holds = fc.property(clockError, story, (error, steps) => {
    expect(wrongTaps(new World(error), steps)).toEqual([]);
  });
  fc.assert(holds, { seed, numRuns: 2000 });
});

test('the control: by its age alone a tap is somewhere else and called exact', () => {
  const holds = fc.property(clockError, story, (error, steps) => {
    expect(wrongTaps(new World(error, false), steps)).toEqual([]);
  });
  expect(fc.check(holds, { seed, numRuns: 2000 }).failed).toBe(true);
});

test('once its page has heard the server quickly, no tap of a wrong clock or a slow network is uncertain', () => {
  const calm = fc.oneof(
    fc.record({ do: fc.constant('pass' as const), ms: fc.nat(MINUTE) }),
    fc.record({ do: fc.constant('exchange' as const), up: delay, down: delay }),
    fc.constant<Step>({ do: 'tap' }),
  );
  const holds = fc.property(clockError, fc.array(calm, { maxLength: 30 }), (error, steps) => {
    const world = new World(error);
    expect(wrongTaps(world, [QUICK, ...steps])).toEqual([]);
    for (const { placed } of world.taps)
      expect(placed?.certainty).toBe(Math.abs(error) > MINUTE ? 'corrected' : 'exact');
  });
  fc.assert(holds, { seed, numRuns: 1000 });
});
