import { useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { type Failure, isMeanwhile, useCommand } from '#client/forms/run-command.ts';
import { focusField } from '#client/forms/use-fields.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useAwaitOutcome } from '#client/session/use-await-outcome.ts';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import {
  addDays,
  type Day,
  dayOf,
  onDay,
  readTime,
  type TypedTime,
  timesOn,
  typedAs,
} from '#client/ui/local-day.ts';
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

type ProblemCode = (typeof KNOWN_CODES)[number] | 'incomplete' | 'unchanged' | 'other';

/** Without `end` it concerns the whole form. */
type CorrectionProblem =
  | { code: ProblemCode; end: ArrivedOrLeft }
  | { code: ProblemCode | 'not-signed-in'; end?: undefined };

/** Submits only the changed ends, as one correction. */
export function useCorrectionForm(
  visit: VisitView,
  onDone: (op: Id, ends: readonly ArrivedOrLeft[]) => void,
  form: string,
) {
  const answered = useAwaitOutcome();
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

/** A missing end gets the other's day, as most visits end then; an overnight visit ends today. */
export function typedTimes({ arrived, left, open, staysNight }: VisitView): TypedTimes {
  const day = dayOf(open && staysNight ? correctedNow() : Date.parse((arrived ?? left)?.at ?? ''));
  return { arrived: typedTime(arrived?.at, day), left: typedTime(left?.at, day) };
}

function typedTime(at: string | undefined, day: Day): TypedTime {
  return at === undefined ? { date: day, time: '' } : typedAs(Date.parse(at));
}

/** A time this close to the corrected one is of the same night, whatever its day. */
const NIGHT_MS = 6 * HOUR_MS;

/**
 * 23:40 for an arrival at 00:05 is the evening before; else keeps the day unless it lies ahead, and the
 * offset of two equal clock times.
 */
export function meantTime(visit: VisitView, end: ArrivedOrLeft, typed: TypedTimes, time: string): TypedTime {
  const now = correctedNow();
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

export function changedTimes(visit: VisitView, typed: TypedTimes): ArrivedOrLeft[] {
  const was = typedTimes(visit);
  return (['arrived', 'left'] as const).filter((end) => !isSame(was[end], typed[end]));
}

function isSame(a: TypedTime, b: TypedTime): boolean {
  return a.date === b.date && a.time === b.time && Object.is(readTime(a), readTime(b));
}

export function correction(
  visit: VisitView,
  ends: readonly ArrivedOrLeft[],
  typed: TypedTimes,
): CommandArgs<'correctVisit'> {
  const times = ends.map((end) => [end, isoTime(readTime(typed[end]))]);
  return { ...visit.ref, visit: visit.visit, ...Object.fromEntries(times) };
}
