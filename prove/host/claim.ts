/** A thing that has to hold, and a control, in which the same must fail. Both throw if it is otherwise, and return what was seen. */
export interface Claim {
  name: string;
  run: () => Promise<string>;
  control: { what: string; run: () => Promise<string> };
}

/** Some claims on one thing that is set up for them, and taken down after. */
export interface Part {
  name: string;
  tools: readonly Tool[];
  /** Hands each claim to `prove` in turn. */
  run: (prove: (claim: Claim) => Promise<void>) => Promise<void>;
}

/** A program of this machine, and how to install it. */
export interface Tool {
  program: string;
  get: string;
}

/** Throws `reason` unless it is so. */
export function ensure(isSo: boolean, reason: string): void {
  if (!isSo) throw new Error(reason);
}
