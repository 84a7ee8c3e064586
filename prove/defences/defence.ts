/** One thing that stands between a family's taps and their loss, and the test that guards it. */
export interface Defence {
  name: string;
  /** What is taken away: each text stands exactly once in its file. */
  patch: readonly Edit[];
  /** The project and file of the guarding test, and the test of it that has to fail. */
  guard: { project: 'unit' | 'integration'; file: string; test: string };
}

export interface Edit {
  file: string;
  from: string;
  to: string;
}
