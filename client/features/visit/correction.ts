import type { VisitView } from '#client/data/port.ts';
import { present } from '#client/lib/present.ts';
import { addDays, clockOf, type Day, dayOf, onDay } from '#client/ui/local-day.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import { HOUR_MS } from '#domain/time.ts';

/** A time as typed in its two fields: YYYY-MM-DD and HH:MM by the local clock, or empty. */
export interface TypedTime {
  date: string;
  time: string;
}
export type TypedTimes = Record<ArrivedOrLeft, TypedTime>;

/**
 * Returns the times of a visit as its fields show them. An end without a time has the day of the other, as most visits end
 * on the day they began; a visit that lasts the night ends today.
 */
export function typedTimes({ arrived, left, open, staysNight }: VisitView): TypedTimes {
  const day = dayOf(open && staysNight ? present() : Date.parse((arrived ?? left)?.at ?? ''));
  return { arrived: typedTime(arrived?.at, day), left: typedTime(left?.at, day) };
}

function typedTime(at: string | undefined, day: Day): TypedTime {
  return at === undefined ? { date: day, time: '' } : typedAs(Date.parse(at));
}

/** Returns a time in ms as its fields show it. */
export function typedAs(ms: number): TypedTime {
  return { date: dayOf(ms), time: clockOf(ms) };
}

/** A time so near to the one that it corrects is of the same night, on whatever day. */
const NIGHT_MS = 6 * HOUR_MS;

/**
 * Returns the day of a time that was typed without one: 23:40 for somebody who came at 00:05 is the evening before, and 00:10
 * for somebody who came at 23:50 the day after. Any other time keeps its day, unless that lies ahead.
 */
export function meantDay(visit: VisitView, end: ArrivedOrLeft, typed: TypedTimes, time: string): Day {
  const now = present();
  const day = typedTimes(visit)[end].date;
  const near = Date.parse(visit[end]?.at ?? '') || now;
  const isPossible = (on: Day) => {
    const at = onDay(on, time);
    const other = parseTypedTime(typed[end === 'arrived' ? 'left' : 'arrived']) ?? at;
    return at <= now && (end === 'arrived' ? at <= other : at >= other);
  };
  const isNear = (on: Day) => Math.abs(onDay(on, time) - near) <= NIGHT_MS;
  const [before, after] = [addDays(day, -1), addDays(day, 1)];
  const nearest = [before, day, after].find((on) => isNear(on) && isPossible(on));
  if (nearest !== undefined) return nearest;
  return onDay(day, time) > now && isPossible(before) ? before : day;
}

/** Returns the ends whose fields differ from the visit. */
export function changedTimes(visit: VisitView, typed: TypedTimes): ArrivedOrLeft[] {
  const was = typedTimes(visit);
  return (['arrived', 'left'] as const).filter((end) => !isSame(was[end], typed[end]));
}

function isSame(a: TypedTime, b: TypedTime): boolean {
  return a.date === b.date && a.time === b.time;
}

/** Returns the typed time in ms by the local clock, undefined if the fields hold no valid time. */
export function parseTypedTime({ date, time }: TypedTime): number | undefined {
  const ms = onDay(date, time);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Returns the arguments of the command that corrects these ends; their times must be valid. */
export function correction(
  visit: VisitView,
  ends: readonly ArrivedOrLeft[],
  typed: TypedTimes,
): CommandArgs<'correctVisit'> {
  const times = ends.map((end) => [end, new Date(parseTypedTime(typed[end]) ?? Number.NaN).toISOString()]);
  return { ...visit.ref, visit: visit.visit, ...Object.fromEntries(times) };
}
