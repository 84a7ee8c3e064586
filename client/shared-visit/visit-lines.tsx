import { type Language, LOCALES } from '#domain/language.ts';
import type { SharedEnd, SharedTrip, SharedVisit } from '#domain/protocol/link-calls.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { VisitTexts } from './texts/sv.ts';

/** An open visit this old, in ms, may have a check-out unknown to the server. */
const LONG_MS = 12 * HOUR_MS;

interface Line {
  kind: 'time' | 'planned' | 'notice' | 'zone';
  filled: Filled;
}

export function headlineOf(visit: SharedVisit, asOf: string, texts: VisitTexts): Filled {
  const { open, visitor, child } = visit;
  // "Gone home" would claim an arrival.
  const hasNoWord = visit.trip && !visit.trip.said;
  const out = hasNoWord || shownTrip(visit, asOf) ? texts.trip.out : texts.out;
  return { text: open ? texts.in : out, values: { name: visitor, child } };
}

/** Until then the server would show it; `asOf` (ISO) is the last confirmation. */
export function shownTrip({ open, trip }: SharedVisit, asOf: string): SharedTrip | undefined {
  return trip && !open && asOf < trip.until ? trip : undefined;
}

export function tripWords(
  visit: SharedVisit,
  asOf: string,
  { trip: texts }: VisitTexts,
  clock: Clock,
  isOwn = false,
): Filled[] {
  const said = shownTrip(visit, asOf)?.said;
  if (!said) return [];
  const home = isOwn ? texts.youSaid : texts.said;
  return [
    { text: said.isHome ? home : texts.takenBack, values: { name: visit.visitor, time: clock(said.at) } },
  ];
}

/** `asOf` (ISO): the last confirmation; lines claim nothing later. */
export function linesOf(visit: SharedVisit, asOf: string, texts: VisitTexts, clock: Clock): Line[] {
  const { open, arrived, expected } = visit;
  const line = (kind: Line['kind'], text: string, values: Filled['values'] = {}): Line => {
    return { kind, filled: { text, values } };
  };
  const lines = endsOf(visit, asOf, texts, clock).map((filled): Line => ({ kind: 'time', filled }));
  if (open && expected !== null) {
    const isAhead = expected > asOf;
    const text = isAhead ? texts.planned : texts.overdue;
    lines.push(line(isAhead ? 'planned' : 'notice', text, { time: clock(expected) }));
  }
  const isLong = open && arrived !== null && Date.parse(asOf) - Date.parse(arrived.at) >= LONG_MS;
  if (isLong) lines.push(line('notice', texts.openForLong));
  if (clock.zone) lines.push(line('zone', texts.zone, { zone: clock.zone }));
  return lines;
}

function endsOf(visit: SharedVisit, asOf: string, texts: VisitTexts, clock: Clock): Filled[] {
  const { visitor: name, open, arrived, left } = visit;
  const words = (end: SharedEnd | null, known: string, unknown: string): Filled =>
    end ? endWords(end, { text: known, values: {} }, texts, clock) : { text: unknown, values: { name } };
  const came = words(arrived, texts.arrived, texts.arrivedUnknown);
  if (open) return [came];
  const trip = shownTrip(visit, asOf);
  const isAlone = trip && trip.said?.isHome !== false;
  const gone = words(left, isAlone ? texts.trip.left : texts.left, texts.leftUnknown);
  if (!isAlone || trip.due === null) return [came, gone];
  const text = trip.due > asOf ? texts.trip.due : texts.trip.wasDue;
  return [came, { text, values: { left: plain(gone), due: clock(trip.due) } }];
}

/** Fills `{{time}}`, and marks uncertain or corrected times. */
export function endWords(end: SharedEnd, { text, values }: Filled, texts: VisitTexts, clock: Clock): Filled {
  const time = clock(end.at);
  const about = plain({ text: texts.about, values: { time } });
  const mark = end.corrected ? ` ${texts.corrected}` : '';
  return { text: text + mark, values: { ...values, time: end.uncertain ? about : time } };
}

/** In the reader's voice: the answer, its time, the host's reply. */
export function answerLines(
  { visitor, answer }: Pick<SharedVisit, 'visitor' | 'answer'>,
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

/** "15:04", with the date unless it is `today` (ISO). */
export interface Clock {
  (time: string | number): string;
  /** Named if the device's clock differs. */
  zone?: string | undefined;
}

export function clockOf(
  { arrived, left }: Pick<SharedVisit, 'arrived' | 'left'>,
  today: string,
  language: Language,
): Clock {
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

/** From another family's device, so it may be unknown here. */
function knownZone(zone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export interface Filled {
  text: string;
  values: Readonly<Record<string, string>>;
}

const PLACEHOLDER = /\{\{(\w+)\}\}/;

/** `bdi` isolates the direction of names. */
export function Fill({ text, values }: Filled) {
  // Odd parts are placeholder names.
  return text.split(PLACEHOLDER).map((part, index) => {
    const key = `${index}`;
    return index % 2 === 0 ? part && <span key={key}>{part}</span> : <bdi key={key}>{values[part]}</bdi>;
  });
}

export function plain({ text, values }: Filled): string {
  return text.replaceAll(new RegExp(PLACEHOLDER, 'g'), (_whole, name: string) => values[name] ?? '');
}
