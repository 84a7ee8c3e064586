import { correctedNow } from '#client/lib/corrected-now.ts';
import { type Language, LOCALES } from '#domain/language.ts';

const MINUTE = 60_000;
const STYLES = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  monthDay: { day: 'numeric', month: 'long' },
  month: { month: 'long' },
  monthYear: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
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

/** Cached: creating a formatter costs a hundred times its use, and a history formats thousands of times. */
function formatter(language: Language, style: keyof typeof STYLES, zone?: string): Intl.DateTimeFormat {
  const key = `${language} ${style} ${zone ?? ''}`;
  const known = formatters.get(key);
  if (known) return known;
  const options = { ...STYLES[style], ...(zone ? { timeZone: zone } : {}) };
  const made = new Intl.DateTimeFormat(LOCALES[language], options);
  formatters.set(key, made);
  return made;
}

/** ISO or ms; local days. */
export function isSameDay(one: string | number, other: string | number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

function isDayBefore(time: string | number, now: number): boolean {
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  return isSameDay(time, before.getTime());
}

/** Whole minutes, "1 h 20 min"; from a day on with rounded hours, "2 dygn 5 h". */
function formatDuration(units: Units, ms: number): string {
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
  return rest === 0 ? wholeDays : `${wholeDays} ${rest} ${units.hours}`;
}

export type Format = ReturnType<typeof formatIn>;

/** Local times, ISO or ms; `now` and durations in ms. */
export function formatIn(language: Language) {
  const units = UNITS[language];
  const by = (style: keyof typeof STYLES) => (time: string | number) =>
    formatter(language, style).format(new Date(time));
  /** "15:42". Without a formatter, whose creation delays the first screen; so is `dayMonth`. */
  const time = (at: string | number) => {
    const date = new Date(at);
    return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  };
  const dayMonth = (at: string | number, now: number) => {
    const date = new Date(at);
    const year = date.getFullYear();
    const day = `${date.getDate()} ${units.months[date.getMonth()]}`;
    return year === new Date(now).getFullYear() ? day : `${day} ${year}`;
  };
  /** "15:42" on the day of `day` (ms), else "3 maj 15:42" or "3 maj 2025 15:42". */
  const timeUnder = (day: number, at: string | number) =>
    isSameDay(at, day) ? time(at) : `${dayMonth(at, day)}${units.dayTime}${time(at)}`;
  return {
    time,
    timeUnder,
    /** "3 maj 2026" */
    date: by('date'),
    /** "söndag 3 maj" */
    day: by('day'),
    /** "3 maj" */
    monthDay: by('monthDay'),
    /** "maj" */
    month: by('month'),
    /** "maj 2026" */
    monthYear: by('monthYear'),
    weekday: by('weekday'),
    /** "3 maj 2026 15:42" */
    dateTime: by('dateTime'),
    /** "15:42", "igår 15:42" or "3 maj 15:42" */
    sinceTime: (at: string | number, now = correctedNow()) =>
      isDayBefore(at, now) ? `${units.yesterday} ${time(at)}` : timeUnder(now, at),
    /** In a word or two: "15:42", "igår" or "3 maj". */
    sinceShort: (at: string | number, now = correctedNow()) => {
      if (isSameDay(at, now)) return time(at);
      return isDayBefore(at, now) ? units.yesterday : dayMonth(at, now);
    },
    /** "3 maj 2021" from YYYY-MM-DD, which has no time zone. */
    birthDate: (day: string) => {
      const at = Date.parse(`${day}T00:00:00Z`);
      return Number.isNaN(at) ? day : formatter(language, 'date', 'UTC').format(at);
    },
    duration: (ms: number) => formatDuration(units, ms),
    /** Still going on: "nyss" in the first minute. */
    soFar: (ms: number) => (ms < MINUTE ? units.justNow : formatDuration(units, ms)),
    number: (number: number) => number.toLocaleString(LOCALES[language]),
  };
}

interface Units {
  /** Between a day and its time. */
  dayTime: string;
  /** The twelve, abbreviated as after a day. */
  months: readonly string[];
  yesterday: string;
  day: string;
  days: string;
  hours: string;
  minutes: string;
  justNow: string;
}

const UNITS: Record<Language, Units> = {
  sv: {
    dayTime: ' ',
    months: 'jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.'.split(' '),
    yesterday: 'igår',
    day: 'dygn',
    days: 'dygn',
    hours: 'h',
    minutes: 'min',
    justNow: 'nyss',
  },
  en: {
    dayTime: ', ',
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' '),
    yesterday: 'yesterday',
    day: 'day',
    days: 'days',
    hours: 'h',
    minutes: 'min',
    justNow: 'just now',
  },
};
