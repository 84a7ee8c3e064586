import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Correction } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { ExportedVisit } from '#domain/protocol/export.ts';
import { isKnownZone } from '#domain/time.ts';
import { fieldsOf, type VisitorColumn, type VisitorValues, visitorField } from '#domain/visitor-fields.ts';
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
  const headings = COLUMNS.map((column) => texts.headings[column]);
  yield BYTE_ORDER_MARK + csvLine(headings, texts.separator);
  for await (const page of visitPages(context, household, people.open)) {
    for (let from = 0; from < page.length; from += ROWS_PER_STEP) {
      const some = page.slice(from, from + ROWS_PER_STEP);
      yield some.map((visit) => csvLine(row(visit), texts.separator)).join('');
      await nextTurn();
    }
  }
}

type Row = Record<Exclude<CsvColumn, VisitorColumn>, string> & VisitorCells;
type VisitorCells = Partial<Record<VisitorColumn, string>>;

function rowFormatter(texts: CsvTranslation, { children }: People): (visit: ExportedVisit) => string[] {
  const names = new Map(children.map(({ id, name }) => [id, name]));
  const visitors = new Map<Id, VisitorCells>(
    children.flatMap(({ friends, guests }) => [
      ...friends.map((friend) => [friend.id, visitorCells('friend', friend)] as const),
      ...guests.map((guest) => [guest.id, visitorCells('guest', guest)] as const),
    ]),
  );
  return (visit) => {
    const { child, visitor, open, arrived, left, added, expected } = visit;
    const zone = arrived?.zone ?? 'UTC';
    const trip = visit.trip?.over?.how === 'taken-back' ? undefined : visit.trip;
    const said = trip?.over ?? trip?.link;
    const moments = [arrived, left].filter((moment) => moment !== undefined);
    const row: Row = {
      ...visitors.get(visitor.id),
      child: names.get(child) ?? '',
      name: visitor.name,
      kind: texts.kinds[visitor.kind],
      status: open ? texts.open : texts.closed,
      arrived: formatMoment(arrived),
      left: formatMoment(left),
      zone: [...new Set(moments.map((moment) => moment.zone))].join(' / '),
      minutes: arrived && left ? minutesBetween(arrived.at, left.at) : '',
      certainty: [...new Set(moments.map((moment) => texts.certainties[moment.certainty]))].join(' / '),
      corrections: visit.corrections
        .map((correction) => formatCorrection(texts, correction, visit))
        .join('; '),
      added: formatMoment(added && { ...added, zone }),
      expected: formatMoment(expected && { ...expected, zone }),
      tripDue: formatMoment(trip && { at: trip.due, zone: trip.zone }),
      tripOver: formatMoment(trip && said && { at: said.at, zone: trip.zone }),
    };
    return COLUMNS.map((column) => row[column] ?? '');
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

function formatMoment(moment: { at: string; zone: string } | undefined): string {
  return moment ? localTime(moment.at, moment.zone) : '';
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
export function csvLine(cells: readonly string[], separator: string): string {
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

const sv = {
  /** That of spreadsheets in this language: with another the file opens as one column. */
  separator: ';',
  /** In order; newer ones come last, so that the others keep their place. */
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
  } satisfies Record<VisitorColumn, string> & Record<string, string>,
  kinds: { friend: 'Vän', guest: 'Gäst' },
  open: 'Pågående',
  closed: 'Avslutad',
  certainties: { exact: 'Exakt', corrected: 'Justerad', uncertain: 'Osäker' },
  ends: { arrived: 'kom', left: 'gick' },
  unknown: 'okänd',
};

const en: CsvTranslation = {
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
};

type CsvTranslation = typeof sv;
type CsvColumn = keyof CsvTranslation['headings'];

const COLUMNS = Object.keys(sv.headings) as CsvColumn[];
const csvTranslations: Record<Language, CsvTranslation> = { sv, en };
