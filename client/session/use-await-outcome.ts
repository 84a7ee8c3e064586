import { useEffect, useState } from 'react';
import type { Household, RefusedCommand, RunResult } from '#client/data/port.ts';
import { USUAL_REPLY_TIME } from '#client/ui/hooks/use-now.ts';
import type { Id } from '#domain/ids.ts';
import { isReachable, useHouseholdIfAny } from './use-household.ts';

/** Commands of open forms; the list of refused changes leaves out their refusals. */
const awaited = new Set<Id>();

export function isAwaited(op: Id): boolean {
  return awaited.has(op);
}

/**
 * Waits two seconds for the server's answer, not at all without contact. A refusal in time is the result, so
 * the form keeps its input; a later one goes to the refused list.
 */
export function useAwaitOutcome(): (
  run: (household: Household) => Promise<RunResult>,
) => Promise<RunResult> | undefined {
  const household = useHouseholdIfAny();
  const [form] = useState(() => ({ isOpen: true }));
  useEffect(() => {
    form.isOpen = true;
    return () => {
      form.isOpen = false;
    };
  }, [form]);
  return (run) => household && answered(household, run(household), form);
}

/** A refusal shown in the form is discarded from the refused list. */
export async function answered(
  household: Household,
  running: Promise<RunResult>,
  form: { readonly isOpen: boolean },
): Promise<RunResult> {
  const result = await running;
  if (!result.done || !form.isOpen) return result;
  const { op } = result;
  awaited.add(op);
  try {
    const refused = await refusalInTime(household, op, form);
    if (!refused) return result;
    await household.discard(op);
    return { done: false, refusal: refused.refusal };
  } finally {
    awaited.delete(op);
  }
}

/** Resolves to undefined once answered, after two seconds, without contact, or if the form closes. */
export function refusalInTime(
  household: Household,
  op: Id,
  form: { readonly isOpen: boolean },
): Promise<RefusedCommand | undefined> {
  return new Promise((resolve) => {
    const end = (refused?: RefusedCommand) => {
      clearTimeout(timer);
      stop();
      // Before resolving: the list, which renders next, must include it.
      if (!refused) awaited.delete(op);
      resolve(refused);
    };
    const look = () => {
      const refused = household.view().refused.find((one) => one.op === op);
      if (!form.isOpen) end();
      else if (refused || !mayAnswer(household, op)) end(refused);
    };
    const timer = setTimeout(() => end(), USUAL_REPLY_TIME);
    const stop = household.subscribe(look);
    look();
  });
}

function mayAnswer(household: Household, op: Id): boolean {
  return isReachable(household.view()) && household.unsent().some((one) => one.op === op);
}
