/** One value of a row. */
export type Cell = string | number | boolean | null;

/** Transposes rows into columns for unnest(), so that one statement takes many rows. `width`: cells a row. */
export function columns<Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly Cell[],
  width: number,
): Cell[][] {
  const all = rows.map(cellsOf);
  return Array.from({ length: width }, (_, column) => all.map((cells) => cells[column] ?? null));
}
