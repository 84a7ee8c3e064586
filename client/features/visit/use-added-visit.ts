import { useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { focusField } from '#client/forms/focus-field.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { changesIn } from '#client/forms/use-fields.ts';
import { present } from '#client/lib/present.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import { addDays, type Day, dayOf, onDay } from '#client/ui/local-day.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';

/** The input of a parent for a visit that nobody tapped; `who` is the id of a friend or guest. */
export interface TypedVisit {
  who: Id;
  day: Day;
  arrived: string;
  left: string;
}

const KNOWN = ['ends-before-start', 'in-the-future', 'overlaps'] as const;
export type AddProblem = 'who' | 'incomplete' | 'old' | (typeof KNOWN)[number] | 'not-signed-in' | 'other';

/** The form that adds a visit. `form` is its DOM id; a field at fault gets the focus. */
export function useAddedVisit(
  list: readonly ChildView[],
  form: string,
  onAdded: (args: CommandArgs<'addVisit'>, op: Id) => void,
) {
  const answered = useAnswered();
  const [initial] = useState<TypedVisit>(() => ({ who: '', day: dayOf(present()), arrived: '', left: '' }));
  const [typed, setTyped] = useState(initial);
  const [problem, setProblem] = useState<AddProblem>();
  const [isBusy, setBusy] = useState(false);
  useUnsaved(Object.keys(changesIn({ ...initial }, { ...typed })).length > 0);
  const change = (part: Partial<TypedVisit>) => {
    setTyped((known) => ({ ...known, ...part }));
    setProblem(undefined);
  };
  const fail = (code: AddProblem, field: keyof TypedVisit) => {
    setProblem(code);
    focusField(form, field);
  };
  const send = async () => {
    const visitor = visitorsOf(list).find(({ ref }) => ref.visitor === typed.who);
    if (!visitor) return fail('who', 'who');
    const args = addVisitArgs(visitor, typed);
    if (!args) return fail('incomplete', typed.arrived ? 'left' : 'arrived');
    setBusy(true);
    const result = await runCommand(() => answered((household) => household.run('addVisit', args)));
    setBusy(false);
    if (result.done) return onAdded(args, result.op);
    fail(problemOf(result.failure), 'arrived');
  };
  return { typed, change, problem, isBusy, send };
}

export function visitorsOf(list: readonly ChildView[]): VisitorView[] {
  return list.flatMap(({ friends, guests }) => [...friends, ...guests]);
}

/** Returns the command's arguments, undefined if a time is missing. A visit that ends earlier ended on the next day. */
export function addVisitArgs(
  { ref }: Pick<VisitorView, 'ref'>,
  { day, arrived, left }: TypedVisit,
): CommandArgs<'addVisit'> | undefined {
  const [from, until] = [onDay(day, arrived), onDay(day, left)];
  if (Number.isNaN(from) || Number.isNaN(until)) return undefined;
  const to = isOverNight({ arrived, left }) ? onDay(addDays(day, 1), left) : until;
  return { ...ref, arrived: isoTime(from), left: isoTime(to) };
}

/** True if the typed departure is of the day after. */
export function isOverNight({ arrived, left }: Pick<TypedVisit, 'arrived' | 'left'>): boolean {
  return arrived !== '' && left !== '' && left < arrived;
}

function problemOf(failure: Failure): AddProblem {
  if (typeof failure === 'string') return failure === 'not-signed-in' ? failure : 'other';
  // The rule refuses the departure of a visit that retention would purge at once.
  if (failure.code === 'invalid-arguments' && failure.field === 'left') return 'old';
  return KNOWN.find((code) => code === failure.code) ?? 'other';
}
