import { useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { type Failure, isMeanwhile, useCommand } from '#client/forms/run-command.ts';
import { focusField } from '#client/forms/use-fields.ts';
import { present } from '#client/lib/present.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import { addDays, type Day, dayOf, onDay, timesOn } from '#client/ui/local-day.ts';
import { readTime, type TypedTime, typedAs } from '#client/ui/typed-time.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { HOUR_MS, isoTime } from '#domain/time.ts';

const KNOWN_CODES = [
  'ends-before-start',
  'in-the-future',
  'overlaps',
  'visit-open',
  'not-found',
  'too-many-corrections',
] as const;

/** The codes that have a message. */
type ProblemCode = (typeof KNOWN_CODES)[number] | 'incomplete' | 'unchanged' | 'other';

/** A problem with the fields of one end, or with the whole form. */
type CorrectionProblem =
  | { code: ProblemCode; end: ArrivedOrLeft }
  | { code: ProblemCode | 'not-signed-in'; end?: undefined };

/** Called with the op of the correction and the ends that it changed. */
export type OnCorrected = (op: Id, ends: readonly ArrivedOrLeft[]) => void;

export type CorrectionForm = ReturnType<typeof useCorrectionForm>;

/** The typed times of a visit's two ends; submits the changed ones as one correction. */
export function useCorrectionForm(visit: VisitView, onDone: OnCorrected, form: string) {
  const answered = useAnswered();
  const [initialVisit] = useState(visit);
  const [typed, setTyped] = useState(() => typedTimes(visit));
  const [problem, setProblem] = useState<CorrectionProblem>();
  const { isBusy, run } = useCommand();
  useUnsaved(changedTimes(initialVisit, typed).length > 0);
  const [isAsking, setAsking] = useState(false);
  const send = async (seen = initialVisit) => {
    const ends = changedTimes(initialVisit, typed);
    let found = problemBefore(ends, typed);
    if (!found) {
      const was = Object.fromEntries(ends.map((end) => [end, seen[end]?.at ?? '']));
      const args = { ...correction(visit, ends, typed), was };
      const result = await run(() => answered((household) => household.run('correctVisit', args)));
      if (result.done) return onDone(result.op, ends);
      setAsking(isMeanwhile(result.failure));
      if (isMeanwhile(result.failure)) return;
      found = problemOf(result.failure);
    }
    setProblem(found);
    if (found.end) focusField(form, `${found.end}-time`);
  };
  const change = (end: ArrivedOrLeft, part: Partial<TypedTime>) => {
    setTyped((known) => ({ ...known, [end]: { ...known[end], ...part } }));
    setProblem(undefined);
  };
  /** Changes a time whose day is not shown. */
  const changeTime = (end: ArrivedOrLeft, time: string) =>
    change(end, time === '' ? { time } : meantTime(initialVisit, end, typed, time));
  const meanwhile = changedTimes(initialVisit, typed).filter(
    (end) => visit[end]?.at !== initialVisit[end]?.at,
  );
  const asking = isAsking
    ? { ends: meanwhile, replace: () => send(visit), close: () => setAsking(false) }
    : undefined;
  return { typed, change, changeTime, problem, asking, isBusy, send };
}

/** Returns the problem that the form finds itself. */
function problemBefore(ends: readonly ArrivedOrLeft[], typed: TypedTimes): CorrectionProblem | undefined {
  if (ends.length === 0) return { code: 'unchanged' };
  const incomplete = ends.find((end) => Number.isNaN(readTime(typed[end])));
  return incomplete && { code: 'incomplete', end: incomplete };
}

function problemOf(failure: Failure): CorrectionProblem {
  if (failure === 'not-signed-in') return { code: failure };
  const known = KNOWN_CODES.find((code) => typeof failure === 'object' && failure.code === code);
  if (known === undefined || known === 'not-found' || known === 'too-many-corrections')
    return { code: known ?? 'other' };
  const field = typeof failure === 'object' ? failure.field : undefined;
  return { code: known, end: field === 'left' ? 'left' : 'arrived' };
}

type TypedTimes = Record<ArrivedOrLeft, TypedTime>;

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

/** A time so near to the one that it corrects is of the same night, on whatever day. */
const NIGHT_MS = 6 * HOUR_MS;

/**
 * Returns a time that was typed without its day: 23:40 for somebody who came at 00:05 is of the evening before, and 00:10 for
 * somebody who came at 23:50 of the day after. Any other keeps its day, unless that lies ahead; of two it keeps the offset.
 */
export function meantTime(visit: VisitView, end: ArrivedOrLeft, typed: TypedTimes, time: string): TypedTime {
  const now = present();
  const day = typedTimes(visit)[end].date;
  const near = Date.parse(visit[end]?.at ?? '') || now;
  const other = readTime(typed[end === 'arrived' ? 'left' : 'arrived']);
  const isPossible = (at: number) => at <= now && !(end === 'arrived' ? at > other : at < other);
  const offset = (at: number) => new Date(at).getTimezoneOffset();
  const before = addDays(day, -1);
  const possible = [before, day, addDays(day, 1)].flatMap((date) =>
    timesOn(date, time)
      .filter(isPossible)
      .map((at) => ({ date, time, at }))
      .toSorted((a, b) => Number(offset(b.at) === offset(near)) - Number(offset(a.at) === offset(near))),
  );
  return (
    possible.find(({ at }) => Math.abs(at - near) <= NIGHT_MS) ??
    possible.find(({ date }) => date === day || (date === before && onDay(day, time) > now)) ?? {
      date: day,
      time,
    }
  );
}

/** Returns the ends whose fields differ from the visit. */
export function changedTimes(visit: VisitView, typed: TypedTimes): ArrivedOrLeft[] {
  const was = typedTimes(visit);
  return (['arrived', 'left'] as const).filter((end) => !isSame(was[end], typed[end]));
}

function isSame(a: TypedTime, b: TypedTime): boolean {
  return a.date === b.date && a.time === b.time && Object.is(readTime(a), readTime(b));
}

/** Returns the arguments of the command that corrects these ends; their times must be valid. */
export function correction(
  visit: VisitView,
  ends: readonly ArrivedOrLeft[],
  typed: TypedTimes,
): CommandArgs<'correctVisit'> {
  const times = ends.map((end) => [end, isoTime(readTime(typed[end]))]);
  return { ...visit.ref, visit: visit.visit, ...Object.fromEntries(times) };
}
