import { present } from '#client/lib/present.ts';
import { type Language, LOCALES } from '#domain/language.ts';

const MINUTE = 60_000;
const STYLES = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  shortDay: { weekday: 'short', day: 'numeric' },
  dateTime: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter costs a hundred times as much as using it, and a history formats thousands of times. */
function formatter(language: Language, style: keyof typeof STYLES, zone?: string): Intl.DateTimeFormat {
  const key = `${language} ${style} ${zone ?? ''}`;
  const known = formatters.get(key);
  if (known) return known;
  const options = { ...STYLES[style], ...(zone ? { timeZone: zone } : {}) };
  const made = new Intl.DateTimeFormat(LOCALES[language], options);
  formatters.set(key, made);
  return made;
}

/** Formats an ISO time or ms as local time, "15:42". Without a formatter: making one delays the first screen. */
export function formatTime(language: Language, time: string | number): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(UNITS[language].clock);
}

/** Formats an ISO time or ms as local day and month, "3 maj". Without a formatter, as `formatTime`. */
function formatDayMonth(language: Language, time: string | number): string {
  const date = new Date(time);
  return `${date.getDate()} ${UNITS[language].months[date.getMonth()]}`;
}

/** Formats an ISO time or ms as local date, "3 maj 2026". */
export function formatDate(language: Language, time: string | number): string {
  return formatter(language, 'date').format(new Date(time));
}

/** Formats an ISO time or ms as local weekday and date, "söndag 3 maj". */
export function formatDay(language: Language, time: string | number): string {
  return formatter(language, 'day').format(new Date(time));
}

/** Formats an ISO time or ms as local weekday and day of the month, "sön 3". */
export function formatShortDay(language: Language, time: string | number): string {
  return formatter(language, 'shortDay').format(new Date(time));
}

/** Formats an ISO time or ms as local date and time, "3 maj 2026 15:42". */
export function formatDateTime(language: Language, time: string | number): string {
  return formatter(language, 'dateTime').format(new Date(time));
}

/** Formats an ISO time or ms as "15:42" if it is today (`now` in ms), else as "3 maj 15:42". */
export function formatSince(language: Language, time: string | number, now: number): string {
  if (isSameDay(time, now)) return formatTime(language, time);
  return `${formatDayMonth(language, time)}${UNITS[language].dayTime}${formatTime(language, time)}`;
}

/** Formats an ISO time or ms as seen at `now` (ms): "15:42", "igår 15:42" or "3 maj 15:42". */
export function formatRecent(language: Language, time: string | number, now: number): string {
  if (!isDayBefore(time, now)) return formatSince(language, time, now);
  return `${UNITS[language].yesterday} ${formatTime(language, time)}`;
}

/** Formats an ISO time or ms in a word or two, as seen at `now` (ms): "15:42", "igår" or "3 maj". */
export function formatRecentShort(language: Language, time: string | number, now: number): string {
  if (isSameDay(time, now)) return formatTime(language, time);
  if (isDayBefore(time, now)) return UNITS[language].yesterday;
  return formatDayMonth(language, time);
}

function isDayBefore(time: string | number, now: number): boolean {
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  return isSameDay(time, before.getTime());
}

/** Returns true if two times, ISO or ms, are of one local day. */
export function isSameDay(one: string | number, other: string | number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** Formats a calendar date, YYYY-MM-DD, which has no time zone, as "3 maj 2021". */
export function formatBirthDate(language: Language, day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : formatter(language, 'date', 'UTC').format(time);
}

/** Formats an integer with grouped digits, "20 000" or "20,000". */
export function formatNumber(language: Language, number: number): string {
  return number.toLocaleString(LOCALES[language]);
}

/** Formats milliseconds in whole minutes, "1 h 20 min"; from a day on in days and rounded hours, "2 dygn 5 tim". */
export function formatDuration(language: Language, ms: number): string {
  const units = UNITS[language];
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours >= 24) return formatDays(units, Math.round(minutes / 60));
  if (minutes === 0) return `< 1 ${units.minutes}`;
  if (hours === 0) return `${rest} ${units.minutes}`;
  const wholeHours = `${hours} ${units.hours}`;
  return rest === 0 ? wholeHours : `${wholeHours} ${rest} ${units.minutes}`;
}

function formatDays(units: Units, hours: number): string {
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  const wholeDays = `${days} ${days === 1 ? units.day : units.days}`;
  return rest === 0 ? wholeDays : `${wholeDays} ${rest} ${units.roughHours}`;
}

/** Formats the duration of something that goes on: "nyss" in its first minute. */
export function formatSoFar(language: Language, ms: number): string {
  return ms < MINUTE ? UNITS[language].justNow : formatDuration(language, ms);
}

export type Format = ReturnType<typeof formatIn>;

/** Returns what formats times, dates, durations and numbers in a language, as seen at the present. A time is ISO or in ms. */
export function formatIn(language: Language) {
  return {
    time: (time: string | number) => formatTime(language, time),
    date: (time: string | number) => formatDate(language, time),
    day: (time: string | number) => formatDay(language, time),
    shortDay: (time: string | number) => formatShortDay(language, time),
    dateTime: (time: string | number) => formatDateTime(language, time),
    /** The time, with the day if it was not today: "igår 15:42". */
    sinceTime: (time: string | number) => formatRecent(language, time, present()),
    /** The time, or the day alone if it was not today. */
    sinceShort: (time: string | number) => formatRecentShort(language, time, present()),
    /** The time, with the date if it was not of the day that `day` (ms) is of. */
    timeUnder: (day: number, time: string | number) => formatSince(language, time, day),
    birthDate: (day: string) => formatBirthDate(language, day),
    duration: (ms: number) => formatDuration(language, ms),
    /** The duration of something that goes on, "just now" in its first minute. */
    soFar: (ms: number) => formatSoFar(language, ms),
    number: (number: number) => formatNumber(language, number),
  };
}

/** The words and signs of times and durations. */
interface Units {
  /** Between hours and minutes of a time of day. */
  clock: string;
  /** Between a day and its time. */
  dayTime: string;
  /** The twelve, as short as they stand after a day. */
  months: readonly string[];
  yesterday: string;
  day: string;
  days: string;
  /** Of a duration of days, whose hours are rounded. */
  roughHours: string;
  hours: string;
  minutes: string;
  justNow: string;
}

const UNITS: Record<Language, Units> = {
  sv: {
    clock: ':',
    dayTime: ' ',
    months: 'jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.'.split(' '),
    yesterday: 'igår',
    day: 'dygn',
    days: 'dygn',
    roughHours: 'tim',
    hours: 'h',
    minutes: 'min',
    justNow: 'nyss',
  },
  en: {
    clock: ':',
    dayTime: ', ',
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' '),
    yesterday: 'yesterday',
    day: 'day',
    days: 'days',
    roughHours: 'h',
    hours: 'h',
    minutes: 'min',
    justNow: 'just now',
  },
};
