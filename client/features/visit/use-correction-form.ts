import { useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { focusField } from '#client/forms/focus-field.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import {
  changedTimes,
  correction,
  meantDay,
  parseTypedTime,
  type TypedTime,
  type TypedTimes,
  typedTimes,
} from './correction.ts';

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

export interface CorrectionForm {
  typed: TypedTimes;
  change(end: ArrivedOrLeft, part: Partial<TypedTime>): void;
  /** Changes a time whose day is not shown. */
  changeTime(end: ArrivedOrLeft, time: string): void;
  problem: CorrectionProblem | undefined;
  isBusy: boolean;
  send(): Promise<void>;
}

/** The typed times of a visit's two ends; submits the changed ones as one correction. */
export function useCorrectionForm(visit: VisitView, onDone: OnCorrected, form: string): CorrectionForm {
  const answered = useAnswered();
  const [initialVisit] = useState(visit);
  const [typed, setTyped] = useState(() => typedTimes(visit));
  const [problem, setProblem] = useState<CorrectionProblem>();
  const [isBusy, setBusy] = useState(false);
  useUnsaved(changedTimes(initialVisit, typed).length > 0);
  const send = async () => {
    const ends = changedTimes(initialVisit, typed);
    const found = problemBefore(ends, typed);
    setBusy(true);
    const result =
      found ??
      (await runCommand(() =>
        answered((household) => household.run('correctVisit', correction(visit, ends, typed))),
      ));
    setBusy(false);
    if ('done' in result && result.done) return onDone(result.op, ends);
    const now = 'done' in result ? problemOf(result.failure) : result;
    setProblem(now);
    if (now.end) focusField(form, `${now.end}-time`);
  };
  const change: CorrectionForm['change'] = (end, part) => {
    setTyped((known) => ({ ...known, [end]: { ...known[end], ...part } }));
    setProblem(undefined);
  };
  const changeTime: CorrectionForm['changeTime'] = (end, time) =>
    change(end, time === '' ? { time } : { time, date: meantDay(initialVisit, end, typed, time) });
  return { typed, change, changeTime, problem, isBusy, send };
}

/** Returns the problem that the form finds itself. */
function problemBefore(ends: readonly ArrivedOrLeft[], typed: TypedTimes): CorrectionProblem | undefined {
  if (ends.length === 0) return { code: 'unchanged' };
  const incomplete = ends.find((end) => parseTypedTime(typed[end]) === undefined);
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
