import { type VisitorColumn, visitorColumns } from '#domain/visitor-fields.ts';

const FIRST = [
  'child',
  'name',
  'kind',
  'contact',
  'status',
  'arrived',
  'left',
  'zone',
  'minutes',
  'certainty',
  'corrections',
  'added',
  'expected',
] as const;

export type CsvColumn = (typeof FIRST)[number] | VisitorColumn;

/** The columns of the CSV of visits. Those of newer fields come last, so that the others keep their place. */
export const COLUMNS: readonly CsvColumn[] = [...new Set<CsvColumn>([...FIRST, ...visitorColumns()])];
