import { useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { focusField } from '#client/forms/focus-field.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import {
  changedEnds,
  correction,
  type End,
  momentTyped,
  type TypedStay,
  type TypedTime,
  typedStay,
} from './correction.ts';

const SAID = ['ends-before-start', 'in-the-future', 'overlaps', 'visit-open', 'not-found'] as const;

/** What there is a sentence for. */
type ProblemCode = (typeof SAID)[number] | 'incomplete' | 'unchanged' | 'other';

/** What is wrong: beside the fields of one end, or for the whole form. */
type CorrectionProblem =
  | { code: ProblemCode; end: End }
  | { code: ProblemCode | 'not-signed-in'; end?: undefined };

export interface Correcting {
  typed: TypedStay;
  change(end: End, part: Partial<TypedTime>): void;
  problem: CorrectionProblem | undefined;
  isBusy: boolean;
  send(): Promise<void>;
}

/** Keeps what is typed about a stay's two ends, and sends what was changed as one correction. */
export function useCorrecting(visit: VisitView, onDone: () => void, form: string): Correcting {
  const household = useHouseholdIfAny();
  const [began] = useState(visit);
  const [typed, setTyped] = useState(() => typedStay(visit));
  const [problem, setProblem] = useState<CorrectionProblem>();
  const [isBusy, setBusy] = useState(false);
  const run = async (ends: readonly End[]): Promise<CorrectionProblem | undefined> => {
    const { failure } = await runCommand(() =>
      household?.run('correctVisit', correction(visit, ends, typed)),
    );
    return failure && problemOf(failure);
  };
  const send = async () => {
    const ends = changedEnds(began, typed);
    const half = ends.find((end) => momentTyped(typed[end]) === undefined);
    setBusy(true);
    const found: CorrectionProblem | undefined =
      ends.length === 0 ? { code: 'unchanged' } : half ? { code: 'incomplete', end: half } : await run(ends);
    setBusy(false);
    setProblem(found);
    if (found === undefined) onDone();
    else if (found.end) focusField(form, `${found.end}-time`);
  };
  const change: Correcting['change'] = (end, part) => {
    setTyped((known) => ({ ...known, [end]: { ...known[end], ...part } }));
    setProblem(undefined);
  };
  return { typed, change, problem, isBusy, send };
}

function problemOf(failure: Failure): CorrectionProblem {
  if (failure === 'not-signed-in') return { code: failure };
  const said = SAID.find((code) => typeof failure === 'object' && failure.code === code);
  if (said === undefined || said === 'not-found') return { code: said ?? 'other' };
  const field = typeof failure === 'object' ? failure.field : undefined;
  return { code: said, end: field === 'left' ? 'left' : 'arrived' };
}
