/** One safeguard of the product, and the test that fails without it. */
export interface Defence {
  name: string;
  /** The edits that remove it: each `from` stands exactly once in its file. */
  patch: readonly Edit[];
  /** The project and file of the guarding test, and the test of it that has to fail. */
  guard: { project: 'unit' | 'integration' | 'postgres'; file: string; test: string };
}

export interface Edit {
  file: string;
  from: string;
  to: string;
}

/** An edit as file, text, and the text that replaces it. */
type EditRow = readonly [file: string, from: string, to: string];

/** Makes a defence that an integration test guards; the guard is a file and the title of a test in it. */
export function guarded(
  name: string,
  edits: EditRow | readonly EditRow[],
  [file, test]: readonly [file: string, test: string],
): Defence {
  const patch = rowsOf(edits).map(([path, from, to]) => ({ file: path, from, to }));
  return { name, patch, guard: { project: 'integration', file, test } };
}

function rowsOf(edits: EditRow | readonly EditRow[]): readonly EditRow[] {
  return isRow(edits) ? [edits] : edits;
}

function isRow(edits: EditRow | readonly EditRow[]): edits is EditRow {
  return typeof edits[0] === 'string';
}
