import type { HouseholdView } from '#client/data/port.ts';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import { visitLatest } from '#domain/visits/visit.ts';
import type { Step } from './steps.ts';

const NAMES = ['removeVisit', 'restoreVisit', 'giveDeparture', 'addVisit', 'stayNight'] as const;

/** The steps that mend a mistake. */
export type VisitStep = Extract<Step, { do: (typeof NAMES)[number] }>;

export function isVisitStep(step: Step): step is VisitStep {
  return NAMES.some((name) => name === step.do);
}

type Wish = { [N in CommandName]: { name: N; args: CommandArgs<N> } }[CommandName];

/** Returns the command of a step on one of the visits that a screen shows; `now` is its clock, in ms. */
export function wishOf(
  step: VisitStep,
  view: HouseholdView | undefined,
  visitors: readonly VisitorRef[],
  now: number,
): Wish | undefined {
  if (step.do === 'addVisit') return addedVisit(step, visitors, now);
  if (step.do === 'restoreVisit') return restoration(step.pick, view);
  const shown = step.do === 'giveDeparture' ? view?.history.filter(({ open }) => open) : view?.history;
  const row = shown?.[step.pick % Math.max(1, shown.length)];
  if (!row) return undefined;
  const of = { ...row.ref, visit: row.visit };
  if (step.do === 'removeVisit') return { name: 'deleteVisit', args: of };
  if (step.do === 'stayNight') return { name: 'stayNight', args: { ...of, stays: step.stays } };
  return { name: 'correctVisit', args: { ...of, left: isoTime(now) } };
}

function addedVisit(
  { who, ago, length }: Extract<VisitStep, { do: 'addVisit' }>,
  visitors: readonly VisitorRef[],
  now: number,
): Wish | undefined {
  const visitor = visitors[who];
  const left = now - ago;
  return (
    visitor && {
      name: 'addVisit',
      args: { ...visitor, arrived: isoTime(left - length), left: isoTime(left) },
    }
  );
}

function restoration(pick: number, view: HouseholdView | undefined): Wish | undefined {
  const removed = (view?.children ?? []).flatMap(({ id: child, removedVisits = [] }) =>
    removedVisits.map(({ id, visit }) => ({ child, id, visit })),
  );
  const one = removed[pick % Math.max(1, removed.length)];
  if (!one) return undefined;
  const { kind, id: visitor } = one.visit.visitor;
  const args = { child: one.child, kind, visitor, visit: one.id, last: visitLatest(one.visit) };
  return { name: 'restoreVisit', args };
}
