import { useEffect, useState } from 'react';
import type { Household, HouseholdView, RefusedCommand, RunResult } from '#client/data/port.ts';
import { USUAL_REPLY_TIME } from '#client/ui/hooks/use-lasting.ts';
import type { Id } from '#domain/ids.ts';
import { useHouseholdIfAny } from './use-household.ts';

/** The commands of open forms whose refusal the list of refused changes leaves out. */
const awaited = new Set<Id>();

export function isAwaited(op: Id): boolean {
  return awaited.has(op);
}

/**
 * Returns a function that runs a form's command and waits for the server's answer, for its usual time at most and not
 * without contact; undefined if nobody is signed in.
 * A refusal in that time is the result: the form shows it and keeps what was typed. A later one, or one after the form was
 * closed, is listed among the refused changes.
 */
export function useAnswered(): (
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

/** Resolves to a refusal of the server if it comes in time and the form is open; it is then discarded from the list. */
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

/**
 * Resolves to the server's refusal of a command, or to undefined at its answer; also after its usual time, at once without
 * contact, and when the form is closed.
 */
export function refusalInTime(
  household: Household,
  op: Id,
  form: { readonly isOpen: boolean },
): Promise<RefusedCommand | undefined> {
  return new Promise((resolve) => {
    const end = (refused?: RefusedCommand) => {
      clearTimeout(timer);
      stop();
      // At once, so that the list, which renders next, has it.
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

/** True if the server has not answered the command, and is not known to be out of reach. */
function mayAnswer(household: Household, op: Id): boolean {
  if (isOutOfReach(household.view())) return false;
  return household.unsent().some((one) => one.op === op);
}

/** True if the server is known to take nothing at present: what is tapped waits on the phone. */
function isOutOfReach({ offline, locked, throttled, mismatch, intercepted }: HouseholdView): boolean {
  return offline || locked || throttled || mismatch !== undefined || intercepted;
}
