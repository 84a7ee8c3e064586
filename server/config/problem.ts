/** An invalid setting. The text says what the value must be, and never repeats a secret. */
export interface Problem {
  problem: string;
}
