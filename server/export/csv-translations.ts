import type { Language } from '#domain/language.ts';
import type { Certainty } from '#domain/time.ts';

/** The texts of the CSV of visits. */
export interface CsvTranslation {
  headings: readonly string[];
  kinds: Record<'friend' | 'guest', string>;
  open: string;
  closed: string;
  certainties: Record<Certainty, string>;
  ends: Record<'arrived' | 'left', string>;
  unknown: string;
}

export const csvTranslations: Record<Language, CsvTranslation> = {
  sv: {
    headings: [
      'Barn',
      'Namn',
      'Vän eller gäst',
      'Telefon eller användar-id',
      'Status',
      'Kom',
      'Gick',
      'Tidszon',
      'Minuter',
      'Tidernas säkerhet',
      'Rättade tider',
    ],
    kinds: { friend: 'Vän', guest: 'Gäst' },
    open: 'Pågående',
    closed: 'Avslutad',
    certainties: { exact: 'Exakt', corrected: 'Justerad', uncertain: 'Osäker' },
    ends: { arrived: 'kom', left: 'gick' },
    unknown: 'okänd',
  },
  en: {
    headings: [
      'Child',
      'Name',
      'Friend or guest',
      'Phone or user id',
      'Status',
      'Arrived',
      'Left',
      'Time zone',
      'Minutes',
      'Certainty of the times',
      'Corrected times',
    ],
    kinds: { friend: 'Friend', guest: 'Guest' },
    open: 'Active',
    closed: 'Completed',
    certainties: { exact: 'Exact', corrected: 'Adjusted', uncertain: 'Uncertain' },
    ends: { arrived: 'arrived', left: 'left' },
    unknown: 'unknown',
  },
};
