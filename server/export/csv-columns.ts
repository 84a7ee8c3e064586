import { visitorColumns } from '#domain/visitor-fields.ts';

const PERSON = ['child', 'name', 'kind'] as const;
const VISIT = ['status', 'arrived', 'left', 'zone', 'minutes', 'certainty', 'corrections'] as const;

/** The columns of the CSV of visits, in the order of the file. */
export const COLUMNS = [...PERSON, ...visitorColumns(), ...VISIT] as const;
export type CsvColumn = (typeof COLUMNS)[number];
