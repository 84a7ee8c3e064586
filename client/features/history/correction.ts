import type { VisitView } from '#client/data/port.ts';
import { clockOf, dayOf } from '#client/ui/local-day.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';

export type End = 'arrived' | 'left';

/** A time as its two fields hold it: YYYY-MM-DD and HH:MM by the local clock, or empty. */
export interface TypedTime {
  date: string;
  time: string;
}
export type TypedStay = Record<End, TypedTime>;

export function typedStay(visit: VisitView): TypedStay {
  return { arrived: typedTime(visit.arrived?.at), left: typedTime(visit.left?.at) };
}

function typedTime(at: string | undefined): TypedTime {
  if (at === undefined) return { date: '', time: '' };
  return { date: dayOf(Date.parse(at)), time: clockOf(Date.parse(at)) };
}

/** The ends whose fields differ from the stay. */
export function changedEnds(visit: VisitView, typed: TypedStay): End[] {
  const was = typedStay(visit);
  return (['arrived', 'left'] as const).filter((end) => !isSame(was[end], typed[end]));
}

function isSame(a: TypedTime, b: TypedTime): boolean {
  return a.date === b.date && a.time === b.time;
}

/** In: two fields. Out: the time in ms by the local clock, or undefined where they are no time. */
export function momentTyped({ date, time }: TypedTime): number | undefined {
  const ms = date && time ? new Date(`${date}T${time}`).getTime() : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** The command that corrects these ends at once; their times must have been checked. */
export function correction(
  visit: VisitView,
  ends: readonly End[],
  typed: TypedStay,
): CommandArgs<'correctVisit'> {
  const times = ends.map((end) => [end, new Date(momentTyped(typed[end]) ?? Number.NaN).toISOString()]);
  return { ...visit.ref, visit: visit.visit, ...Object.fromEntries(times) };
}
