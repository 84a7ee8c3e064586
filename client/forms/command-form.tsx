import { type KeyboardEvent, useId, useState } from 'react';
import type * as v from 'valibot';
import type { RunResult } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { failureWithReason } from './failure-message.ts';
import { FormDialog } from './form-dialog.tsx';
import { ChangedMeanwhile } from './lazy-changed-meanwhile.ts';
import { type Failure, isMeanwhile, useCommand } from './run-command.ts';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import { type Fields, focusField, savedMeanwhile, useFields } from './use-fields.ts';

interface Props<F extends string> {
  fields: Readonly<Record<F, DialogField>>;
  typed: Fields<F>;
  failure: Failure | undefined;
  /** The message of a failure that no field caused. */
  failed: string;
}

/** The fields of a command form with their problems, and the failure that no field caused. */
export function CommandFields<F extends string>({ fields, typed, failure, failed }: Props<F>) {
  const { t } = useTranslation(['rare']);
  const names = Object.keys(fields) as F[];
  return (
    <>
      {names.map((name, index) => {
        const { missing, schema: _rule, type, ...field } = fields[name] satisfies DialogField;
        const input = { ...field, ...typed.input(name, { missing }), autoComplete: 'off' };
        if (type === 'lines') return <TextArea key={name} {...input} rows={2} />;
        const next = names[index + 1];
        const hasNext = next !== undefined && !fields[next].optional && typed.values[next] === '';
        return (
          <TextField
            key={name}
            {...input}
            type={type}
            spellCheck={false}
            enterKeyHint={hasNext ? 'next' : 'done'}
            required={!field.optional}
            onKeyDown={hasNext ? focusNext(next) : undefined}
          />
        );
      })}
      {failure && <ErrorBox>{failureWithReason(t, failure, failed)}</ErrorBox>}
    </>
  );
}

/** Enter in a filled field goes on to the next one that must be filled, as the keyboard's key says; else it sends. */
function focusNext(name: string) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { form, value } = event.currentTarget;
    const next = form?.elements.namedItem(name);
    // Safari has ended the composition when it reports the Enter that ended it, with the code of an input method.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || isComposing || value === '') return;
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
}

/** A field of a command form. `missing` is the message if the field is empty, unless it is optional. */
export interface DialogField {
  label: string;
  hint?: string;
  missing?: string;
  optional?: boolean;
  schema: v.GenericSchema;
  type?: 'text' | 'tel' | 'date' | 'lines';
  min?: string;
  max?: string;
  /** 'words' for names, 'none' for what is no text: the keyboard's correction is off. */
  autoCapitalize?: 'words' | 'sentences' | 'none';
}

export interface CommandForm<F extends string> {
  fields: Readonly<Record<F, DialogField>>;
  /** The saved values, empty in a form that adds; they may change while the form is open. */
  saved: Readonly<Record<F, string>>;
  /** Only edited fields are checked and sent. */
  isEdit?: boolean;
  /** Typed before a reload, and not saved. */
  draft?: Readonly<Partial<Record<NoInfer<F>, string>>>;
  /** Runs the command, `was`: the edited fields as they were; returns undefined if nobody is signed in. */
  save(
    values: Readonly<Record<F, string>>,
    was: Readonly<Record<string, string>>,
  ): Promise<RunResult> | undefined;
  onSaved(): void;
}

/**
 * Validates a form and saves it by a command. `id` is the form's DOM id; the first invalid field in it gets the focus. `question`
 * is shown beside the form: whether to replace what was saved meanwhile.
 */
export function useCommandForm<F extends string>(form: CommandForm<F>, id: string) {
  const { format } = useTranslation();
  const typed = useFields(schemasOf(form.fields), form.saved, false, form.draft);
  const { isBusy, failure, run, setFailure } = useCommand();
  const [isAsking, setAsking] = useState(false);
  const submit = async (was = typed.was) => {
    const wrong = typed.check(form.isEdit ? was : undefined);
    if (wrong) return focusField(id, wrong);
    const { failure: failed } = await run(() => form.save(typed.values, was));
    setAsking(isMeanwhile(failed));
    if (failed === undefined) {
      // A form that stays open, as in the first run, goes on from what is saved now.
      typed.reset();
      return form.onSaved();
    }
    const field = markRefused(typed, failed);
    if (isMeanwhile(failed)) setFailure(undefined);
    if (!field) return;
    setFailure(undefined);
    focusField(id, field);
  };
  const held = savedMeanwhile(typed).map((name) => {
    const { label, type } = form.fields[name];
    return [
      label,
      type === 'date' ? format.birthDate(typed.now[name] ?? '') : (typed.now[name] ?? ''),
    ] as const;
  });
  const question = isAsking && (
    <ChangedMeanwhile
      fields={held}
      isBusy={isBusy}
      onReplace={() => void submit(typed.now)}
      onClose={() => setAsking(false)}
    />
  );
  return { typed, failure, isBusy, submit, question };
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

interface FieldsDialogProps<F extends string> extends CommandForm<F> {
  title: string;
  submit: string;
  /** The message of a failure that no field caused. */
  failed: string;
  onClose(): void;
}

/** A dialog with a short command form. It keeps what was typed until the command is stored. */
export function FieldsDialog<F extends string>(props: FieldsDialogProps<F>) {
  const { failed, title, submit: label, onClose, fields } = props;
  const id = useId();
  const { typed, failure, isBusy, submit, question } = useCommandForm(props, id);
  return (
    <FormDialog {...{ id, title, isBusy, onClose }} submit={label} onSubmit={() => void submit()}>
      <CommandFields fields={fields} typed={typed} failure={failure} failed={failed} />
      {question}
    </FormDialog>
  );
}
