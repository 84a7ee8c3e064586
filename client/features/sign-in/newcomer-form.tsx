import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailField } from '#client/forms/email-field.tsx';
import { focusField } from '#client/forms/focus-field.ts';
import { TextField, type TextFieldProps } from '#client/forms/text-field.tsx';
import { useFields } from '#client/forms/use-fields.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { type Awaited, type Newcomer, newcomerFields } from '#domain/protocol/provider-calls.ts';
import styles from './sign-in.module.css';
import { useSignInAction } from './use-sign-in-action.ts';
import { useWords } from './use-words.ts';

interface NewcomerFormProps {
  awaited: Awaited;
  onSend: (newcomer: Newcomer) => Promise<unknown>;
}

/** What a provider did not say of somebody new, with what it did say already filled in. */
export function NewcomerForm({ awaited, onSend }: NewcomerFormProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { firstName = '', lastName = '', email = '' } = awaited;
  const fields = useFields(newcomerFields, { firstName, lastName, email });
  const { isBusy, failure, run } = useSignInAction('register');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = fields.check();
    if (wrong) return focusField(event.currentTarget, wrong);
    void run(() => onSend(fields.values));
  };
  const field = (name: keyof Newcomer, autoComplete: string): TextFieldProps => ({
    name,
    autoComplete,
    label: t(($) => $.signIn[name]),
    value: fields.values[name],
    problem: words(name, fields.problems[name]),
    onChange: ({ target }) => fields.change(name, target.value),
  });
  return (
    <form method="dialog" className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.names}>
        <TextField {...field('firstName', 'given-name')} />
        <TextField {...field('lastName', 'family-name')} />
      </div>
      <EmailField {...field('email', 'email')} />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? t(($) => $.signIn.creatingAccount) : t(($) => $.signIn.createAccount)}
      </Button>
    </form>
  );
}
