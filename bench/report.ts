/** A figure held against its target. */
export interface Figure {
  what: string;
  figure: string;
  target: string;
  /** Absent where no target was set. */
  reached?: boolean;
}

export interface Table {
  columns: string[];
  rows: string[][];
}

/** What one part of the bench measured. */
export interface PartResult {
  figures: Figure[];
  /** How it was measured, in sentences. */
  how: string;
  table: Table;
}

/** A part of the bench. */
export interface Part {
  name: string;
  title: string;
  run: () => Promise<PartResult>;
}

/** A part's result as it is kept: when and at which commit it was measured. */
export interface Kept extends PartResult {
  name: string;
  title: string;
  date: string;
  commit: string;
  machine: string;
  /** How long it took for a fixed piece of work before and after, in ms; absent where that was not measured. */
  pace?: [before: number, after: number];
}

export function markdownTable({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The table as a terminal shows it best: columns of even width. */
export function plainTable({ columns, rows }: Table): string {
  const widths = columns.map((_, i) => Math.max(...[columns, ...rows].map((row) => (row[i] ?? '').length)));
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  return [columns, ...rows].map(line).join('\n');
}

export function figureTable(figures: readonly Figure[]): Table {
  const rows = figures.map(({ what, figure, target, reached }) => [what, figure, target, verdictOn(reached)]);
  return { columns: ['what', 'figure', 'target', ''], rows };
}

function verdictOn(reached: boolean | undefined): string {
  if (reached === undefined) return '';
  return reached ? 'reached' : '**not reached**';
}
