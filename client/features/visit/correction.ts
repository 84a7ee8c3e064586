import type { VisitView } from '#client/data/port.ts';
import { clockOf, dayOf } from '#client/ui/local-day.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';

/** A time as typed in its two fields: YYYY-MM-DD and HH:MM by the local clock, or empty. */
export interface TypedTime {
  date: string;
  time: string;
}
export type TypedTimes = Record<ArrivedOrLeft, TypedTime>;

export function typedTimes(visit: VisitView): TypedTimes {
  return { arrived: typedTime(visit.arrived?.at), left: typedTime(visit.left?.at) };
}

function typedTime(at: string | undefined): TypedTime {
  if (at === undefined) return { date: '', time: '' };
  return { date: dayOf(Date.parse(at)), time: clockOf(Date.parse(at)) };
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
  const ms = date && time ? new Date(`${date}T${time}`).getTime() : Number.NaN;
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
