import { useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { focusField } from '#client/forms/focus-field.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import {
  changedTimes,
  correction,
  parseTypedTime,
  type TypedTime,
  type TypedTimes,
  typedTimes,
} from './correction.ts';

const KNOWN_CODES = ['ends-before-start', 'in-the-future', 'overlaps', 'visit-open', 'not-found'] as const;

/** The codes that have a message. */
type ProblemCode = (typeof KNOWN_CODES)[number] | 'incomplete' | 'unchanged' | 'other';

/** A problem with the fields of one end, or with the whole form. */
type CorrectionProblem =
  | { code: ProblemCode; end: ArrivedOrLeft }
  | { code: ProblemCode | 'not-signed-in'; end?: undefined };

export interface CorrectionForm {
  typed: TypedTimes;
  change(end: ArrivedOrLeft, part: Partial<TypedTime>): void;
  problem: CorrectionProblem | undefined;
  isBusy: boolean;
  send(): Promise<void>;
}

/** The typed times of a visit's two ends; submits the changed ones as one correction. */
export function useCorrectionForm(visit: VisitView, onDone: () => void, form: string): CorrectionForm {
  const household = useHouseholdIfAny();
  const [initialVisit] = useState(visit);
  const [typed, setTyped] = useState(() => typedTimes(visit));
  const [problem, setProblem] = useState<CorrectionProblem>();
  const [isBusy, setBusy] = useState(false);
  const run = async (ends: readonly ArrivedOrLeft[]): Promise<CorrectionProblem | undefined> => {
    const { failure } = await runCommand(() =>
      household?.run('correctVisit', correction(visit, ends, typed)),
    );
    return failure && problemOf(failure);
  };
  const send = async () => {
    const ends = changedTimes(initialVisit, typed);
    const incomplete = ends.find((end) => parseTypedTime(typed[end]) === undefined);
    setBusy(true);
    const found: CorrectionProblem | undefined =
      ends.length === 0
        ? { code: 'unchanged' }
        : incomplete
          ? { code: 'incomplete', end: incomplete }
          : await run(ends);
    setBusy(false);
    setProblem(found);
    if (found === undefined) onDone();
    else if (found.end) focusField(form, `${found.end}-time`);
  };
  const change: CorrectionForm['change'] = (end, part) => {
    setTyped((known) => ({ ...known, [end]: { ...known[end], ...part } }));
    setProblem(undefined);
  };
  return { typed, change, problem, isBusy, send };
}

function problemOf(failure: Failure): CorrectionProblem {
  if (failure === 'not-signed-in') return { code: failure };
  const known = KNOWN_CODES.find((code) => typeof failure === 'object' && failure.code === code);
  if (known === undefined || known === 'not-found') return { code: known ?? 'other' };
  const field = typeof failure === 'object' ? failure.field : undefined;
  return { code: known, end: field === 'left' ? 'left' : 'arrived' };
}
