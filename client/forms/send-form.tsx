import type { ComponentProps } from 'react';
import type * as v from 'valibot';
import { Button, type ButtonProps } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Form } from './form.tsx';
import { type Action, type ErrorTexts, useAction } from './use-action.ts';
import { type Fields, focusField, useFields } from './use-fields.ts';

export interface SendForm<F extends string> extends Fields<F>, Omit<Action, 'run'> {
  /** Focuses the first invalid field instead of sending. */
  submit(form: HTMLFormElement): void;
}

export interface SendOptions<F extends string> {
  schemas: Readonly<Record<F, v.GenericSchema>>;
  saved: Readonly<Record<NoInfer<F>, string>>;
  send(values: Readonly<Record<NoInfer<F>, string>>): Promise<unknown>;
  errors?: ErrorTexts;
  /** Leaving asks nothing: the forms of signing in lead to each other. */
  isPassing?: boolean;
}

export function useSendForm<F extends string>(options: SendOptions<F>): SendForm<F> {
  const { schemas, saved, send, errors, isPassing } = options;
  const fields = useFields(schemas, saved, isPassing);
  const { run, ...action } = useAction(errors);
  const submit = (form: HTMLFormElement) => {
    const wrong = fields.check();
    if (wrong) focusField(form, wrong);
    else void run(() => send(fields.values));
  };
  return { ...fields, ...action, submit };
}

interface Props extends Omit<ComponentProps<typeof Form>, 'onSubmit'> {
  form: Pick<SendForm<never>, 'failure' | 'isBusy' | 'submit'>;
  label: string;
  busyLabel?: string | undefined;
  variant?: ButtonProps['variant'];
  boxId?: string;
}

export function SendForm({ form, label, busyLabel = label, variant, boxId, children, ...rest }: Props) {
  return (
    <Form {...rest} onSubmit={form.submit}>
      {children}
      {form.failure && <ErrorBox id={boxId}>{form.failure}</ErrorBox>}
      <Button
        type="submit"
        wide
        variant={variant}
        label={form.isBusy ? busyLabel : label}
        busy={form.isBusy}
      />
    </Form>
  );
}
