/** A setting that cannot be used. The sentence says what is allowed, and never repeats a secret. */
export interface Problem {
  problem: string;
}
