import { type Language, LOCALES } from '#domain/language.ts';
import type { ShownEnd, ShownVisit } from '#domain/protocol/link-calls.ts';
import { HOUR_MS } from '#domain/time.ts';
import { type Filled, plain } from './fill.tsx';
import type { VisitTexts } from './texts/sv.ts';

/** An open visit of this age, in ms, may have a check-out that did not reach the server. */
const LONG_MS = 12 * HOUR_MS;

/** A line of the card. `notice`: something that the reader may want to ask about. */
export interface Line {
  kind: 'time' | 'planned' | 'notice' | 'zone';
  filled: Filled;
}

/** Returns the headline: here or gone home. */
export function headlineOf({ open, visitor, child }: ShownVisit, texts: VisitTexts): Filled {
  return { text: open ? texts.in : texts.out, values: { name: visitor, child } };
}

/**
 * Returns what the card says of a visit: its times and the planned time. `asOf`: the time (ISO) at which the server last
 * confirmed it; nothing is said of what came later.
 */
export function linesOf(visit: ShownVisit, asOf: string, texts: VisitTexts, clock: Clock): Line[] {
  const zone: Line[] = clock.zone
    ? [{ kind: 'zone', filled: { text: texts.zone, values: { zone: clock.zone } } }]
    : [];
  return [...endLines(visit, texts, clock), ...openLines(visit, asOf, texts, clock), ...zone];
}

function endLines({ visitor, open, arrived, left }: ShownVisit, texts: VisitTexts, clock: Clock): Line[] {
  const line = (end: ShownEnd | null, known: string, unknown: string): Line => {
    if (!end) return { kind: 'time', filled: { text: unknown, values: { name: visitor } } };
    return { kind: 'time', filled: endWords(end, { text: known, values: {} }, texts, clock) };
  };
  const came = line(arrived, texts.arrived, texts.arrivedUnknown);
  return open ? [came] : [came, line(left, texts.left, texts.leftUnknown)];
}

/** Returns a text with the `{{time}}` of an end of the visit, and the marks of one that is uncertain or corrected. */
export function endWords(end: ShownEnd, { text, values }: Filled, texts: VisitTexts, clock: Clock): Filled {
  const time = clock(end.at);
  const about = plain({ text: texts.about, values: { time } });
  const mark = end.corrected ? ` ${texts.corrected}` : '';
  return { text: text + mark, values: { ...values, time: end.uncertain ? about : time } };
}

function openLines(
  { open, arrived, expected }: ShownVisit,
  asOf: string,
  texts: VisitTexts,
  clock: Clock,
): Line[] {
  if (!open) return [];
  const planned: Line[] =
    expected === null
      ? []
      : expected > asOf
        ? [{ kind: 'planned', filled: { text: texts.planned, values: { time: clock(expected) } } }]
        : [{ kind: 'notice', filled: { text: texts.overdue, values: { time: clock(expected) } } }];
  const isLong = arrived !== null && Date.parse(asOf) - Date.parse(arrived.at) >= LONG_MS;
  return isLong ? [...planned, { kind: 'notice', filled: { text: texts.openForLong, values: {} } }] : planned;
}

/** Returns the own answer in the reader's voice, when it was sent, and the host's reply. */
export function answerLines(
  { visitor, answer }: Pick<ShownVisit, 'visitor' | 'answer'>,
  { answers }: VisitTexts,
  clock: Clock,
): Filled[] {
  if (!answer) return [];
  const { code, until, at, reply } = answer;
  const time = until === undefined ? '' : clock(until);
  const given = plain({ text: answers[code], values: { name: visitor, time } });
  const lines = [
    { text: code === 'stay' ? answers.asked : answers.said, values: { answer: given } },
    { text: answers.sent, values: { time: clock(at) } },
  ];
  return reply ? [...lines, { text: reply.yes ? answers.yes : answers.no, values: { time } }] : lines;
}

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;
const YEAR = { year: 'numeric' } as const;

/** Formats times of one visit: an ISO time or ms as "15:04", with its date if that is another day than `today` (ISO). */
export interface Clock {
  (time: string | number): string;
  /** The name of its zone, if the device's clock shows something else. */
  zone?: string | undefined;
}

/** Returns the clock of a visit: its times are those of the place where it is. */
export function clockOf({ arrived, left }: ShownVisit, today: string, language: Language): Clock {
  const zone = knownZone(arrived?.zone ?? left?.zone);
  const locale = LOCALES[language];
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, zone === undefined ? options : { ...options, timeZone: zone });
  const [time, day, year] = [format(TIME), format({ ...DAY, ...YEAR }), format(YEAR)];
  const clock = (moment: string | number) => {
    const [date, now] = [new Date(moment), new Date(today)];
    const isNow = (part: Intl.DateTimeFormat) => part.format(date) === part.format(now);
    const isTwice = [-HOUR_MS, HOUR_MS].some(
      (away) => time.format(date.getTime() + away) === time.format(date),
    );
    return format({
      ...TIME,
      ...(!isNow(day) && DAY),
      ...(!isNow(year) && YEAR),
      ...(isTwice && { timeZoneName: 'short' }),
    }).format(date);
  };
  const [here, there] = [new Intl.DateTimeFormat(locale, { ...DAY, ...TIME }), format({ ...DAY, ...TIME })];
  const times = [today, arrived?.at ?? today, left?.at ?? today].map((at) => new Date(at));
  if (times.every((at) => here.format(at) === there.format(at))) return clock;
  const parts = format({ timeZoneName: 'longGeneric' }).formatToParts(times[0]);
  return Object.assign(clock, { zone: parts.find(({ type }) => type === 'timeZoneName')?.value });
}

/** The zone comes from another family's device. */
function knownZone(zone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
