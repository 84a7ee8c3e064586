import type { Correction, Moment } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { ExportedVisit } from '#domain/protocol/export.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { type CsvTranslation, csvTranslations } from './csv-translations.ts';
import { type ExportContext, type People, visitPages } from './household-data.ts';
import { createLocalTime, type LocalTime } from './local-time.ts';

/** Generates the visits of a household as CSV with headings in the parent's language, in chunks. */
export async function* exportCsv(
  { store }: ExportContext,
  { household }: Account,
  people: People,
): AsyncGenerator<string> {
  const texts = csvTranslations[people.profile?.language ?? DEFAULT_LANGUAGE];
  const row = rowFormatter(texts, people);
  yield BYTE_ORDER_MARK + csvLine(texts.headings);
  for await (const page of visitPages(store, household, people.open)) {
    if (page.length > 0) yield page.map((visit) => csvLine(row(visit))).join('');
  }
}

function rowFormatter(texts: CsvTranslation, { children }: People): (visit: ExportedVisit) => string[] {
  const local = createLocalTime();
  const names = new Map(children.map(({ id, name }) => [id, name]));
  const contacts = new Map<Id, string>(
    children.flatMap(({ friends, guests }) => [
      ...friends.map(({ id, parentPhone }) => [id, parentPhone] as const),
      ...guests.map(({ id, parentUserId }) => [id, parentUserId] as const),
    ]),
  );
  return (visit) => {
    const { child, visitor, open, arrived, left } = visit;
    const moments = [arrived, left].filter((moment) => moment !== undefined);
    return [
      names.get(child) ?? '',
      visitor.name,
      texts.kinds[visitor.kind],
      contacts.get(visitor.id) ?? '',
      open ? texts.open : texts.closed,
      formatMoment(local, arrived),
      formatMoment(local, left),
      [...new Set(moments.map(({ zone }) => zone))].join(' / '),
      arrived && left ? minutesBetween(arrived.at, left.at) : '',
      [...new Set(moments.map(({ certainty }) => texts.certainties[certainty]))].join(' / '),
      visit.corrections.map((correction) => formatCorrection(texts, local, correction, visit)).join('; '),
    ];
  };
}

function formatMoment(local: LocalTime, moment: Moment | undefined): string {
  return moment ? local(moment.at, moment.zone) : '';
}

function minutesBetween(from: string, to: string): string {
  return String(Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
}

/** Formats a correction in the zone of the time that it corrected. */
function formatCorrection(
  texts: CsvTranslation,
  local: LocalTime,
  { end, from, to }: Correction,
  visit: ExportedVisit,
): string {
  const zone = visit[end]?.zone ?? 'UTC';
  return `${texts.ends[end]} ${from ? local(from, zone) : texts.unknown} → ${local(to, zone)}`;
}
