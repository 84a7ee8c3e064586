import { useEffect, useId, useState } from 'react';
import { type CommandForm, useCommandForm } from '#client/forms/command-form.tsx';
import type { Failure } from '#client/forms/run-command.ts';
import type { Fields } from '#client/forms/use-fields.ts';
import { type Person, usePersonForm } from '#client/people/use-person-form.ts';
import type { FirstRunStep } from '#client/session/return-to.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';

/** The form of one step, whatever its fields. */
export interface StepForm {
  id: string;
  hint: string;
  /** The message of a failure that no field caused. */
  failed: string;
  fields: CommandForm<string>['fields'];
  typed: Fields<string>;
  failure: Failure | undefined;
  isBusy: boolean;
  submit(): Promise<void>;
}

/** Adds the child, or a friend of the child, or edits the one that this form has added. */
export function useStepForm(
  step: 'child' | 'friend',
  added: Person | undefined,
  child: Id | undefined,
  onSaved: () => void,
): StepForm {
  const { t } = useTranslation();
  const [draft] = useState(() => readDraft(step));
  const id = useId();
  const person = usePersonForm(step, child, added);
  const form = useCommandForm({ ...person, draft, onSaved }, id);
  return { ...form, ...person, id, hint: t(($) => $.firstRun[`${step}Hint`]) };
}

/** The typed texts of a step, by field. */
type Draft = Readonly<Record<string, string>>;

/**
 * Returns what was typed into a step before the page was reloaded; empty if nothing was. It lies in the state of the
 * history entry, which goes with the tab and is replaced when the sheet closes.
 */
function readDraft(step: FirstRunStep): Draft {
  const { firstRun, draft } = entryState();
  if (firstRun !== step || typeof draft !== 'object' || draft === null) return {};
  const texts = Object.entries(draft).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts);
}

/** Keeps what is typed into a step for a reload, or for a phone that ends a hidden page. */
export function useKeptDraft(step: FirstRunStep, draft: Draft): void {
  useEffect(() => {
    const usr = entryState();
    if (usr.firstRun !== step) return;
    try {
      window.history.replaceState({ ...window.history.state, usr: { ...usr, draft } }, '');
    } catch (error) {
      // Safari takes a hundred changes in half a minute; the next one is kept again.
      console.warn(error);
    }
  });
}

/** The router's state of the present history entry. */
function entryState(): Readonly<Record<string, unknown>> {
  const state: unknown = window.history.state?.usr;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
