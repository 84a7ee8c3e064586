import { useState } from 'react';
import type * as v from 'valibot';
import type { RunResult } from '#client/data/port.ts';
import { focusField } from './focus-field.ts';
import { type Failure, runCommand } from './run-command.ts';
import { type Fields, useFields } from './use-fields.ts';

/** A field of a command form. `missing` is the message if the field is empty, unless it is optional. */
export interface DialogField {
  label: string;
  hint?: string;
  missing?: string;
  optional?: boolean;
  schema: v.GenericSchema;
  type?: 'text' | 'tel' | 'date';
  min?: string;
  max?: string;
  /** 'words' for names, 'none' for what is no text; the keyboard's correction is off. */
  autoCapitalize?: 'words' | 'none';
}

export interface CommandForm<F extends string> {
  fields: Readonly<Record<F, DialogField>>;
  initial: Readonly<Record<F, string>>;
  /** Typed before a reload, and not saved. */
  draft?: Readonly<Partial<Record<NoInfer<F>, string>>>;
  /** Runs the command; returns undefined if nobody is signed in. */
  save(values: Readonly<Record<F, string>>): Promise<RunResult> | undefined;
  onSaved(): void;
}

/** Validates a form and saves it by a command. `id` is the form's DOM id; the first invalid field in it gets the focus. */
export function useCommandForm<F extends string>(form: CommandForm<F>, id: string) {
  const typed = useFields(schemasOf(form.fields), form.initial, false, form.draft);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    const wrong = typed.check();
    if (wrong) return focusField(id, wrong);
    setBusy(true);
    setFailure(undefined);
    const { failure: failed } = await runCommand(() => form.save(typed.values));
    setBusy(false);
    if (failed === undefined) return form.onSaved();
    const field = markRefused(typed, failed);
    if (field) focusField(id, field);
    else setFailure(failed);
  };
  return { typed, failure, isBusy, submit };
}

/** Marks the field that a refusal names. Returns undefined if it names none of this form. */
function markRefused<F extends string>(typed: Fields<F>, refusal: Failure): F | undefined {
  if (typeof refusal === 'string' || !refusal.problem || !refusal.field) return undefined;
  if (!Object.hasOwn(typed.values, refusal.field)) return undefined;
  typed.mark(refusal.field as F, refusal.problem);
  return refusal.field as F;
}

function schemasOf<F extends string>(fields: Readonly<Record<F, DialogField>>) {
  const entries = Object.entries<DialogField>(fields).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(entries) as Record<F, v.GenericSchema>;
}
