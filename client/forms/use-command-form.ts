import { useState } from 'react';
import type * as v from 'valibot';
import type { RunResult } from '#client/data/port.ts';
import { attempt, type Failure } from './run-command.ts';
import { type Fields, useFields } from './use-fields.ts';

/** One field of a form about somebody else: what it is called, must be, and what to say where it is empty. */
export interface DialogField {
  label: string;
  hint?: string;
  missing: string;
  schema: v.GenericSchema;
  type?: 'text' | 'tel' | 'date';
  min?: string;
  max?: string;
}

export interface Sending<F extends string> {
  fields: Readonly<Record<F, DialogField>>;
  initial: Readonly<Record<F, string>>;
  /** Runs the command; undefined where nobody is signed in any more. */
  save(values: Readonly<Record<F, string>>): Promise<RunResult> | undefined;
  onSaved(): void;
}

/** Checks and keeps a form once. In: its id, whose field in fault gets the focus. */
export function useSending<F extends string>(sending: Sending<F>, form: string) {
  const typed = useFields(schemasOf(sending.fields), sending.initial);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    const wrong = typed.check();
    if (wrong) return focusField(form, wrong);
    setBusy(true);
    setFailure(undefined);
    const failed = await attempt(() => sending.save(typed.values));
    setBusy(false);
    if (failed === undefined) return sending.onSaved();
    const field = markRefused(typed, failed);
    if (field) focusField(form, field);
    else setFailure(failed);
  };
  return { typed, failure, isBusy, send };
}

function markRefused<F extends string>(typed: Fields<F>, refusal: Failure): F | undefined {
  if (typeof refusal === 'string' || !refusal.problem || !refusal.field) return undefined;
  if (!Object.hasOwn(typed.values, refusal.field)) return undefined;
  typed.mark(refusal.field as F, refusal.problem);
  return refusal.field as F;
}

/** After the next paint, so that the message beside the field is there to be read. */
export function focusField(form: string, field: string): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(form)?.querySelector<HTMLElement>(`[name="${field}"]`);
    element?.focus();
  });
}

function schemasOf<F extends string>(fields: Readonly<Record<F, DialogField>>) {
  const entries = Object.entries<DialogField>(fields).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(entries) as Record<F, v.GenericSchema>;
}
