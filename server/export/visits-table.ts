import type { Correction, Moment } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { ExportedVisit } from '#domain/protocol/export.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import { type CsvWords, csvWords } from './csv-words.ts';
import { type ExportContext, type People, visitPages } from './gather.ts';
import { type LocalTime, localTimes } from './local-time.ts';

/** The visits of a household as CSV with headings in the parent's language, in pieces. */
export async function* visitsTable(
  { store }: ExportContext,
  { household }: Account,
  people: People,
): AsyncGenerator<string> {
  const words = csvWords[people.profile?.language ?? 'sv'];
  const row = rowsIn(words, people);
  yield BYTE_ORDER_MARK + csvLine(words.headings);
  for await (const page of visitPages(store, household, people.open)) {
    if (page.length > 0) yield page.map((visit) => csvLine(row(visit))).join('');
  }
}

function rowsIn(words: CsvWords, { children }: People): (visit: ExportedVisit) => string[] {
  const local = localTimes();
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
      words.kinds[visitor.kind],
      contacts.get(visitor.id) ?? '',
      open ? words.open : words.closed,
      clock(local, arrived),
      clock(local, left),
      [...new Set(moments.map(({ zone }) => zone))].join(' / '),
      arrived && left ? minutesBetween(arrived.at, left.at) : '',
      [...new Set(moments.map(({ certainty }) => words.certainties[certainty]))].join(' / '),
      visit.corrections.map((correction) => trail(words, local, correction, visit)).join('; '),
    ];
  };
}

function clock(local: LocalTime, moment: Moment | undefined): string {
  return moment ? local(moment.at, moment.zone) : '';
}

function minutesBetween(from: string, to: string): string {
  return String(Math.round((Date.parse(to) - Date.parse(from)) / 60_000));
}

/** A correction in the zone of the end that it corrected. */
function trail(
  words: CsvWords,
  local: LocalTime,
  { end, from, to }: Correction,
  visit: ExportedVisit,
): string {
  const zone = visit[end]?.zone ?? 'UTC';
  return `${words.ends[end]} ${from ? local(from, zone) : words.unknown} → ${local(to, zone)}`;
}
