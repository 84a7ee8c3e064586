import { SendForm } from '#client/forms/send-form.tsx';
import { EmailField, TextField } from '#client/forms/text-field.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { type LogIn, logInSchema } from '#domain/protocol/calls.ts';
import { useSignInForm } from './failure-message.ts';
import styles from './sign-in.module.css';

interface LogInFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSend: (credentials: LogIn) => Promise<unknown>;
}

export function LogInForm({ email, onEmail, onSend }: LogInFormProps) {
  const { texts } = useTranslation();
  const { missing } = texts.signIn;
  const form = useSignInForm('logIn', {
    schemas: logInSchema.entries,
    saved: { email, password: '' },
    send: onSend,
  });
  return (
    <SendForm
      form={form}
      className={styles.form}
      label={texts.signIn.logIn}
      busyLabel={texts.signIn.loggingIn}
    >
      <EmailField
        {...form.input('email', { missing: missing.email })}
        required
        autoComplete="username"
        label={texts.signIn.email}
        onChange={({ target }) => {
          form.change('email', target.value);
          onEmail(target.value);
        }}
      />
      <TextField
        {...form.input('password', { missing: missing.password })}
        type="password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        label={texts.signIn.password}
      />
    </SendForm>
  );
}
