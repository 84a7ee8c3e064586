import type { Language } from '#domain/language.ts';
import type { Certainty } from '#domain/time.ts';
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

/** The texts of the CSV of visits. */
export interface CsvTranslation {
  /** The list separator of spreadsheets in this language: with another the file opens as one column. */
  separator: ',' | ';';
  headings: Readonly<Record<CsvColumn, string>>;
  kinds: Record<'friend' | 'guest', string>;
  open: string;
  closed: string;
  certainties: Record<Certainty, string>;
  ends: Record<'arrived' | 'left', string>;
  unknown: string;
}

export const csvTranslations: Record<Language, CsvTranslation> = {
  sv: {
    separator: ';',
    headings: {
      child: 'Barn',
      name: 'Namn',
      kind: 'Vän eller gäst',
      contact: 'Telefon eller användar-id',
      status: 'Status',
      arrived: 'Kom',
      left: 'Gick',
      zone: 'Tidszon',
      minutes: 'Minuter',
      certainty: 'Tidernas säkerhet',
      corrections: 'Rättade tider',
      added: 'Tillagt i efterhand',
      expected: 'Planerad hemtid',
      note: 'Anteckning',
    },
    kinds: { friend: 'Vän', guest: 'Gäst' },
    open: 'Pågående',
    closed: 'Avslutad',
    certainties: { exact: 'Exakt', corrected: 'Justerad', uncertain: 'Osäker' },
    ends: { arrived: 'kom', left: 'gick' },
    unknown: 'okänd',
  },
  en: {
    separator: ',',
    headings: {
      child: 'Child',
      name: 'Name',
      kind: 'Friend or guest',
      contact: 'Phone or user id',
      status: 'Status',
      arrived: 'Arrived',
      left: 'Left',
      zone: 'Time zone',
      minutes: 'Minutes',
      certainty: 'Certainty of the times',
      corrections: 'Corrected times',
      added: 'Added afterwards',
      expected: 'Planned time home',
      note: 'Note',
    },
    kinds: { friend: 'Friend', guest: 'Guest' },
    open: 'Active',
    closed: 'Completed',
    certainties: { exact: 'Exact', corrected: 'Adjusted', uncertain: 'Uncertain' },
    ends: { arrived: 'arrived', left: 'left' },
    unknown: 'unknown',
  },
};
