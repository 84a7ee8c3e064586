import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { EmailField } from '#client/ui/email-field.tsx';
import { ErrorBox } from '#client/ui/error-box.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useFields } from '#client/ui/use-fields.ts';
import { type LogIn, logInSchema } from '#domain/protocol.ts';
import { focusField } from './focus-field.ts';
import styles from './sign-in.module.css';
import { useSend } from './use-send.ts';
import { useWords } from './use-words.ts';

interface LogInFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSend: (credentials: LogIn) => Promise<unknown>;
}

export function LogInForm({ email, onEmail, onSend }: LogInFormProps) {
  const { t } = useTranslation();
  const words = useWords();
  const fields = useFields(logInSchema.entries, { email, password: '' });
  const { busy, failure, send } = useSend('logIn');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = fields.check();
    if (wrong) return focusField(event.currentTarget, wrong);
    send(() => onSend(fields.values));
  };
  return (
    // Until scripts are there, "dialog" sends nothing: no password ever stands in an address.
    <form method="dialog" className={styles.form} noValidate onSubmit={submit}>
      <EmailField
        required
        label={t(($) => $.signIn.email)}
        value={fields.values.email}
        problem={words('email', fields.problems.email)}
        onChange={({ target }) => {
          fields.change('email', target.value);
          onEmail(target.value);
        }}
      />
      <TextField
        name="password"
        type="password"
        autoComplete="current-password"
        required
        label={t(($) => $.signIn.password)}
        value={fields.values.password}
        problem={words('password', fields.problems.password)}
        onChange={({ target }) => fields.change('password', target.value)}
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={busy}>
        {busy ? t(($) => $.signIn.loggingIn) : t(($) => $.signIn.logIn)}
      </Button>
    </form>
  );
}
