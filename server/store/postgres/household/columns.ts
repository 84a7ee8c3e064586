/** What PostgreSQL takes as one value of a row. */
export type Cell = string | number | boolean | null;

/** Turns rows into columns, as unnest() takes them: many rows travel in one statement. In: how many cells a row has. */
export function columns<Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly Cell[],
  width: number,
): Cell[][] {
  const all = rows.map(cellsOf);
  return Array.from({ length: width }, (_, column) => all.map((cells) => cells[column] ?? null));
}
