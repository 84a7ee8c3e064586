import { Form } from '#client/forms/form.tsx';
import { EmailField, NAME_INPUT, TextField, type TextFieldProps } from '#client/forms/text-field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { type PendingSignUp, type SignUpDetails, signUpFields } from '#domain/protocol/provider-calls.ts';
import { useProblemText, useSignInAction } from './failure-message.ts';
import styles from './sign-in.module.css';

interface PendingSignUpFormProps {
  awaited: PendingSignUp;
  onSend: (details: SignUpDetails) => Promise<unknown>;
}

/** Completes a pending sign-up: the fields that a provider left out, with those it gave filled in. */
export function PendingSignUpForm({ awaited, onSend }: PendingSignUpFormProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { firstName = '', lastName = '', email = '' } = awaited;
  const fields = useFields(signUpFields, { firstName, lastName, email }, true);
  const { isBusy, failure, run } = useSignInAction('register');
  const submit = (form: HTMLFormElement) => {
    const wrong = fields.check();
    if (wrong) return focusField(form, wrong);
    void run(() => onSend(fields.values));
  };
  const field = (name: keyof SignUpDetails, autoComplete: string): TextFieldProps => ({
    ...fields.input(name),
    autoComplete,
    label: t(($) => $.signIn[name]),
    problem: problemText(name, fields.problems[name]),
  });
  return (
    <Form className={styles.form} onSubmit={submit}>
      <div className={`${styles.names} stack gap-4`}>
        <TextField {...field('firstName', 'given-name')} {...NAME_INPUT} />
        <TextField {...field('lastName', 'family-name')} {...NAME_INPUT} />
      </div>
      <EmailField {...field('email', 'email')} enterKeyHint="go" />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? t(($) => $.signIn.creatingAccount) : t(($) => $.signIn.createAccount)}
      </Button>
    </Form>
  );
}
