import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Correction, Moment } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { ExportedVisit } from '#domain/protocol/export.ts';
import { type Certainty, isKnownZone } from '#domain/time.ts';
import {
  fieldsOf,
  type VisitorColumn,
  type VisitorValues,
  visitorColumns,
  visitorField,
} from '#domain/visitor-fields.ts';
import { type ExportContext, type People, visitPages } from './household-data.ts';

/** Per turn of the event loop: each row may need another zone. */
const ROWS_PER_STEP = 100;

export async function* exportCsv(
  context: ExportContext,
  { household }: Account,
  people: People,
): AsyncGenerator<string> {
  const texts = csvTranslations[people.profile?.language ?? DEFAULT_LANGUAGE];
  const row = rowFormatter(texts, people);
  yield BYTE_ORDER_MARK +
    csvLine(
      COLUMNS.map((column) => texts.headings[column]),
      texts.separator,
    );
  for await (const page of visitPages(context, household, people.open)) {
    for (let from = 0; from < page.length; from += ROWS_PER_STEP) {
      const some = page.slice(from, from + ROWS_PER_STEP);
      yield some.map((visit) => csvLine(cellsOf(row(visit)), texts.separator)).join('');
      await nextTurn();
    }
  }
}

type Row = Record<Exclude<CsvColumn, VisitorColumn>, string> & VisitorCells;
type VisitorCells = Partial<Record<VisitorColumn, string>>;

function cellsOf(row: Row): string[] {
  return COLUMNS.map((column) => row[column] ?? '');
}

function rowFormatter(texts: CsvTranslation, { children }: People): (visit: ExportedVisit) => Row {
  const names = new Map(children.map(({ id, name }) => [id, name]));
  const visitors = new Map<Id, VisitorCells>(
    children.flatMap(({ friends, guests }) => [
      ...friends.map((friend) => [friend.id, visitorCells('friend', friend)] as const),
      ...guests.map((guest) => [guest.id, visitorCells('guest', guest)] as const),
    ]),
  );
  return (visit) => {
    const { child, visitor, open, arrived, left } = visit;
    const moments = [arrived, left].filter((moment) => moment !== undefined);
    return {
      ...visitors.get(visitor.id),
      child: names.get(child) ?? '',
      name: visitor.name,
      kind: texts.kinds[visitor.kind],
      status: open ? texts.open : texts.closed,
      arrived: formatMoment(arrived),
      left: formatMoment(left),
      zone: [...new Set(moments.map(({ zone }) => zone))].join(' / '),
      minutes: arrived && left ? minutesBetween(arrived.at, left.at) : '',
      certainty: [...new Set(moments.map(({ certainty }) => texts.certainties[certainty]))].join(' / '),
      corrections: visit.corrections
        .map((correction) => formatCorrection(texts, correction, visit))
        .join('; '),
      added: inZoneOf(visit, visit.added),
      expected: inZoneOf(visit, visit.expected),
      ...tripCells(visit),
    };
  };
}

function visitorCells(kind: VisitorRef['kind'], values: VisitorValues): VisitorCells {
  const cells: VisitorCells = {};
  for (const field of fieldsOf(kind)) {
    const { csv } = visitorField(field);
    if (csv) cells[csv] = values[field] ?? '';
  }
  return cells;
}

function formatMoment(moment: Moment | undefined): string {
  return moment ? localTime(moment.at, moment.zone) : '';
}

function inZoneOf({ arrived }: ExportedVisit, end: { at: string } | undefined): string {
  return end ? localTime(end.at, arrived?.zone ?? 'UTC') : '';
}

/** Nothing of a trip that was taken back. */
function tripCells({ trip }: ExportedVisit): Record<'tripDue' | 'tripOver', string> {
  const isThere = trip && trip.over?.how !== 'taken-back';
  const said = trip?.over ?? trip?.link;
  return {
    tripDue: isThere ? localTime(trip.due, trip.zone) : '',
    tripOver: isThere && said ? localTime(said.at, trip.zone) : '',
  };
}

function minutesBetween(from: string, to: string): string {
  return String(Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
}

function formatCorrection(
  texts: CsvTranslation,
  { end, from, to }: Correction,
  visit: ExportedVisit,
): string {
  const zone = visit[end]?.zone ?? 'UTC';
  return `${texts.ends[end]} ${from ? localTime(from, zone) : texts.unknown} → ${localTime(to, zone)}`;
}

/**
 * OWASP, CSV injection: a spreadsheet may start a cell after any of these, and skip quotes, white
 * space and invisible characters.
 */
const FORMULA = /(?<=^|[,;\t\r\n])(?=["\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/gu;

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\ufeff';

/** RFC 4180. A cell like a formula gets an apostrophe: a spreadsheet would calculate +46 70 123 45 67. */
export function csvLine(cells: readonly string[], separator: CsvTranslation['separator']): string {
  return `${cells.map(escapeCell).join(separator)}\r\n`;
}

function escapeCell(text: string): string {
  const safe = text.replaceAll(FORMULA, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** In UTC, and marked so, for an unknown zone. Intl would take 50 kB outside the heap per zone. */
export function localTime(at: string, zone: string): string {
  const isKnown = isKnownZone(zone);
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(isKnown ? zone : 'UTC');
  const text = local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
  return isKnown ? text : `${text} UTC`;
}

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

const LAST = ['tripDue', 'tripOver'] as const;

type CsvColumn = (typeof FIRST)[number] | VisitorColumn | (typeof LAST)[number];

/** Newer fields come last, so that the others keep their place. */
const COLUMNS: readonly CsvColumn[] = [...new Set<CsvColumn>([...FIRST, ...visitorColumns(), ...LAST])];

interface CsvTranslation {
  /** That of spreadsheets in this language: with another the file opens as one column. */
  separator: ',' | ';';
  headings: Readonly<Record<CsvColumn, string>>;
  kinds: Record<'friend' | 'guest', string>;
  open: string;
  closed: string;
  certainties: Record<Certainty, string>;
  ends: Record<'arrived' | 'left', string>;
  unknown: string;
}

const csvTranslations: Record<Language, CsvTranslation> = {
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
      tripDue: 'Själv hem, väntad',
      tripOver: 'Sagt: hemma',
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
      tripDue: 'Home alone, expected',
      tripOver: 'Said to be home',
    },
    kinds: { friend: 'Friend', guest: 'Guest' },
    open: 'Active',
    closed: 'Completed',
    certainties: { exact: 'Exact', corrected: 'Adjusted', uncertain: 'Uncertain' },
    ends: { arrived: 'arrived', left: 'left' },
    unknown: 'unknown',
  },
};
