import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Correction, Moment } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { ExportedVisit } from '#domain/protocol/export.ts';
import { isKnownZone } from '#domain/time.ts';
import { fieldsOf, type VisitorColumn, type VisitorValues, visitorField } from '#domain/visitor-fields.ts';
import { COLUMNS, type CsvColumn, type CsvTranslation, csvTranslations } from './csv-translations.ts';
import { type ExportContext, type People, visitPages } from './household-data.ts';

/** The rows that one turn of the event loop formats: each of them may need another zone. */
const ROWS_PER_STEP = 100;

/** Generates the visits of a household as CSV with headings in the parent's language, in chunks. */
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

/** Formats the time of something that has no zone of its own. */
function inZoneOf({ arrived }: ExportedVisit, told: { at: string } | undefined): string {
  return told ? localTime(told.at, arrived?.zone ?? 'UTC') : '';
}

function minutesBetween(from: string, to: string): string {
  return String(Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
}

/** Formats a correction in the zone of the time that it corrected. */
function formatCorrection(
  texts: CsvTranslation,
  { end, from, to }: Correction,
  visit: ExportedVisit,
): string {
  const zone = visit[end]?.zone ?? 'UTC';
  return `${texts.ends[end]} ${from ? localTime(from, zone) : texts.unknown} → ${localTime(to, zone)}`;
}

/**
 * Matches the positions where a spreadsheet may read a formula (OWASP: CSV injection). By its settings it starts a cell after
 * each of these and a row after each line end, and skips quotes, white space and invisible characters.
 */
const FORMULA = /(?<=^|[,;\t\r\n])(?=["\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/gu;

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Formats one line of CSV (RFC 4180). A cell that starts like a formula gets an apostrophe, telephone numbers included: a
 * spreadsheet would calculate +46 70 123 45 67, and shows '+46 70 123 45 67 unchanged.
 */
export function csvLine(cells: readonly string[], separator: CsvTranslation['separator']): string {
  return `${cells.map(escapeCell).join(separator)}\r\n`;
}

function escapeCell(text: string): string {
  const safe = text.replaceAll(FORMULA, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Formats an ISO time as local time in an IANA zone, like 2026-05-04 14:05, or in UTC, marked as such, if this server does
 * not know the zone. A format of Intl would take 50 kB outside the heap for each zone, which is freed late.
 */
export function localTime(at: string, zone: string): string {
  const isKnown = isKnownZone(zone);
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(isKnown ? zone : 'UTC');
  const text = local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
  return isKnown ? text : `${text} UTC`;
}
