import { SendForm } from '#client/forms/send-form.tsx';
import { EmailField, NAME_INPUT, TextField, type TextFieldProps } from '#client/forms/text-field.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { type PendingSignUp, type SignUpDetails, signUpFields } from '#domain/protocol/provider-calls.ts';
import { useSignInForm } from './failure-message.ts';
import styles from './sign-in.module.css';

interface PendingSignUpFormProps {
  pending: PendingSignUp;
  onSend: (details: SignUpDetails) => Promise<unknown>;
}

/** Completes a pending sign-up: the fields that a provider left out, with those it gave filled in. */
export function PendingSignUpForm({ pending, onSend }: PendingSignUpFormProps) {
  const { t, texts } = useTranslation();
  const { firstName = '', lastName = '', email = '' } = pending;
  const form = useSignInForm('register', {
    schemas: signUpFields,
    saved: { firstName, lastName, email },
    send: onSend,
  });
  const field = (name: keyof SignUpDetails, autoComplete: string): TextFieldProps => ({
    ...form.input(name, { missing: t(($) => $.signIn.missing[name]) }),
    autoComplete,
    label: t(($) => $.signIn[name]),
  });
  return (
    <SendForm
      form={form}
      className={styles.form}
      label={texts.signIn.createAccount}
      busyLabel={texts.signIn.creatingAccount}
    >
      <div className={`${styles.names} stack gap-4`}>
        <TextField {...field('firstName', 'given-name')} {...NAME_INPUT} />
        <TextField {...field('lastName', 'family-name')} {...NAME_INPUT} />
      </div>
      <EmailField {...field('email', 'email')} enterKeyHint="go" />
    </SendForm>
  );
}
