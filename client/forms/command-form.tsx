import { type KeyboardEvent, useId, useState } from 'react';
import type * as v from 'valibot';
import type { RunResult } from '#client/data/port.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { TextArea, TextField } from './field.tsx';
import { Form } from './form.tsx';
import { refusalText } from './refusal-text.ts';
import { type Failure, failureText, isMeanwhile, useCommand } from './run-command.ts';
import { ChangedMeanwhile, type Fields, focusField, savedMeanwhile, useFields } from './use-fields.ts';

interface CommandFieldsProps<F extends string> {
  fields: Readonly<Record<F, DialogField>>;
  typed: Fields<F>;
  failure: Failure | undefined;
  failed: string;
}

export function CommandFields<F extends string>({ fields, typed, failure, failed }: CommandFieldsProps<F>) {
  const { t } = useTranslation('details');
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
      {failure && (
        <ErrorBox>{failureText(t, failure, failed, (refusal) => refusalText(t, refusal))}</ErrorBox>
      )}
    </>
  );
}

/** Enter moves to the next empty required field, as the keyboard's key says. */
function focusNext(name: string) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { form, value } = event.currentTarget;
    const next = form?.elements.namedItem(name);
    // Safari ends the composition before it reports its Enter, with key code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || isComposing || value === '') return;
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
}

/** `missing` is the message for an empty required field. */
export interface DialogField {
  label: string;
  hint?: string;
  missing?: string;
  optional?: boolean;
  schema: v.GenericSchema;
  type?: 'text' | 'tel' | 'date' | 'lines';
  min?: string;
  max?: string;
  /** 'none' turns off the keyboard's correction. */
  autoCapitalize?: 'words' | 'sentences' | 'none';
}

export interface CommandForm<F extends string> {
  fields: Readonly<Record<F, DialogField>>;
  /** Empty in a form that adds; may change while the form is open. */
  saved: Readonly<Record<F, string>>;
  /** Checks and sends only edited fields. */
  isEdit?: boolean;
  /** Typed before a reload, and not saved. */
  draft?: Readonly<Partial<Record<NoInfer<F>, string>>>;
  /** `was`: the edited fields as they were. Undefined if nobody is signed in. */
  save(
    values: Readonly<Record<F, string>>,
    was: Readonly<Record<string, string>>,
  ): Promise<RunResult> | undefined;
  onSaved(): void;
}

/** `id`: the form's DOM id. Render `question`: whether to replace a newer saved value. */
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
      // A form that stays open continues from the saved values.
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

/** The marked field, or none if the refusal names no field of this form. */
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
  failed: string;
  onClose(): void;
}

/** Keeps what was typed until the command is stored. */
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

interface FormDialogProps {
  id: string;
  title: string;
  submit: string;
  isBusy: boolean;
  onSubmit(form: HTMLFormElement): void;
  onClose(): void;
  children: Elements;
}

export function FormDialog({ id, title, submit, isBusy, onSubmit, onClose, children }: FormDialogProps) {
  const { texts } = useTranslation();
  const footer = (
    <>
      <Button variant="secondary" label={texts.common.cancel} onClick={onClose} />
      <Button type="submit" form={id} label={submit} busy={isBusy} />
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <Form id={id} autoComplete="off" onSubmit={onSubmit}>
        {children}
      </Form>
    </Dialog>
  );
}
