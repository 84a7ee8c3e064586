/** A figure and its target. */
export interface Figure {
  what: string;
  figure: string;
  target: string;
  /** Absent without a target. */
  reached?: boolean;
}

export interface Table {
  columns: string[];
  rows: string[][];
}

/** The result of one part. */
export interface PartResult {
  figures: Figure[];
  table: Table;
}

/** A part of the bench. */
export interface Part {
  name: string;
  title: string;
  /** True if it compares with another checkout; it runs only if one is given, and gets its path. */
  needsBefore?: true;
  run: (before?: string) => Promise<PartResult>;
}

/** A result on disk, with the date and commit of its run. */
export interface StoredResult extends PartResult {
  name: string;
  title: string;
  /** The command that measured it. */
  command?: string;
  date: string;
  commit: string;
  machine: string;
  /** Ms of the reference work before and after the part; absent in older results. */
  pace?: [before: number, after: number];
}

/** Makes a table of things by its columns: the heading of each, and what it says of a thing. */
export function tableOf<T>(
  of: readonly T[],
  columns: readonly (readonly [string, (one: T) => string])[],
): Table {
  return {
    columns: columns.map(([heading]) => heading),
    rows: of.map((one) => columns.map(([, cell]) => cell(one))),
  };
}

/** A figure with the most that it may be. */
export function atMost(what: string, value: number, most: number, format: (value: number) => string): Figure {
  return { what, figure: format(value), target: `at most ${format(most)}`, reached: value <= most };
}

/** Formats a table for the terminal, with columns of even width. */
export function plainTable({ columns, rows }: Table): string {
  const widths = columns.map((_, i) => Math.max(...[columns, ...rows].map((row) => (row[i] ?? '').length)));
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  return [columns, ...rows].map(line).join('\n');
}

export function figureTable(figures: readonly Figure[]): Table {
  const rows = figures.map(({ what, figure, target, reached }) => [what, figure, target, verdictOf(reached)]);
  return { columns: ['what', 'figure', 'target', ''], rows };
}

function verdictOf(reached: boolean | undefined): string {
  if (reached === undefined) return '';
  return reached ? 'reached' : '**not reached**';
}
