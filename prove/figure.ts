/** How long and how far a part goes. */
export interface Scale {
  rounds: number;
  seed: number;
  /** No new round begins after so many ms. */
  withinMs: number;
}

/** What a part came to. */
export interface Finding {
  rounds: number;
  /** In words: how many of what, lost, doubled, leaked. */
  found: string;
  holds: boolean;
  /** Whether that was all there is, where it is not told by the rounds. */
  isWhole?: boolean;
}

/** One figure of the proof: what it is about, the part that has to hold, and a control that must not. */
export interface Figure {
  number: number;
  title: string;
  aim: string;
  /** Programs that it needs, and how to get them. */
  tools?: readonly { name: string; get: string }[];
  long: Omit<Scale, 'seed'>;
  short: Omit<Scale, 'seed'>;
  run: (scale: Scale) => Promise<Finding>;
  control: { what: string; rounds: number; run: (scale: Scale) => Promise<Finding> };
}

/** A small generator of numbers in [0, 1) that repeats itself by its seed. */
export function rngOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Does rounds until there are enough, the time is over, or what is looked for was found. Out: how many. */
export async function rounds(
  scale: Scale,
  round: (index: number) => Promise<void>,
  isFound = () => false,
): Promise<number> {
  const end = Date.now() + scale.withinMs;
  let done = 0;
  while (done < scale.rounds && Date.now() < end && !isFound()) {
    await round(done);
    done += 1;
  }
  return done;
}
