import { randomFrom } from '#tests/support/random.ts';
import type { Edit } from './mutations/mutation.ts';

/** The size of a run. */
export interface Scale {
  rounds: number;
  seed: number;
  /** No new round begins after this many ms. */
  withinMs: number;
}

/** The outcome of a run. */
export interface Finding {
  rounds: number;
  /** A sentence: how many of what, lost, doubled, leaked. */
  found: string;
  holds: boolean;
  /** True if nothing is left to measure, where the number of rounds does not say so. */
  isWhole?: boolean;
}

/** One figure of the proof: the measurement that has to hold, and a control that must not. */
export interface Figure {
  number: number;
  title: string;
  aim: string;
  /** Programs that it needs, and how to install them. */
  tools?: readonly { name: string; get: string }[];
  long: Omit<Scale, 'seed'>;
  short: Omit<Scale, 'seed'>;
  /** Measures servers that are started from this file. */
  run: (scale: Scale, entry: string) => Promise<Finding>;
  /** By default the same measurement of another file, or of the server with edited sources. */
  control: {
    what: string;
    rounds: number;
    entry?: string;
    patch?: readonly Edit[];
    run?: (scale: Scale) => Promise<Finding>;
  };
}

/** The main file of the server. */
export const SERVER = 'server/main.ts';

export const rngOf = randomFrom;

/** Repeats `round` until there are enough, the time is over, or `isFound`. Returns the number of rounds. */
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
