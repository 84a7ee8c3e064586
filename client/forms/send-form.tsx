import type { ComponentProps } from 'react';
import type * as v from 'valibot';
import { Button, type ButtonProps } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Form } from './form.tsx';
import { type Action, type MessageOf, useAction } from './use-action.ts';
import { type Fields, focusField, useFields } from './use-fields.ts';

/** A form that is sent to the server by a call. */
export interface SendForm<F extends string> extends Fields<F>, Omit<Action, 'run'> {
  /** Sends the fields, or focuses the first one that is wrong. */
  submit(form: HTMLFormElement): void;
}

export interface SendOptions<F extends string> {
  schemas: Readonly<Record<F, v.GenericSchema>>;
  saved: Readonly<Record<NoInfer<F>, string>>;
  send(values: Readonly<Record<NoInfer<F>, string>>): Promise<unknown>;
  /** Words an error that has words of its own in this form. */
  messageOf?: MessageOf;
  /** Leaving the page asks about nothing that was typed, as in the forms of signing in, which lead to each other. */
  isPassing?: boolean;
}

/** Keeps the fields of a form, checks them and sends them, one attempt at a time. */
export function useSendForm<F extends string>(options: SendOptions<F>): SendForm<F> {
  const { schemas, saved, send, messageOf, isPassing } = options;
  const fields = useFields(schemas, saved, isPassing);
  const { run, ...action } = useAction(messageOf);
  const submit = (form: HTMLFormElement) => {
    const wrong = fields.check();
    if (wrong) focusField(form, wrong);
    else void run(() => send(fields.values));
  };
  return { ...fields, ...action, submit };
}

interface Props extends Omit<ComponentProps<typeof Form>, 'onSubmit'> {
  form: Pick<SendForm<never>, 'failure' | 'isBusy' | 'submit'>;
  /** The label of the button that sends it. */
  label: string;
  /** The label while it is sent, if it is another one. */
  busyLabel?: string;
  variant?: ButtonProps['variant'];
  /** The id of the box that says why it was not sent. */
  boxId?: string;
}

/** The fields of such a form, the failure of its last attempt, and the button that sends it. */
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
