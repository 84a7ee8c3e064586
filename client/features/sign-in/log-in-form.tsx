import { Form } from '#client/forms/form.tsx';
import { EmailField, TextField } from '#client/forms/text-field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { type LogIn, logInSchema } from '#domain/protocol/calls.ts';
import { useProblemText, useSignInAction } from './failure-message.ts';
import styles from './sign-in.module.css';

interface LogInFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSend: (credentials: LogIn) => Promise<unknown>;
}

export function LogInForm({ email, onEmail, onSend }: LogInFormProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const fields = useFields(logInSchema.entries, { email, password: '' }, true);
  const { isBusy, failure, run } = useSignInAction('logIn');
  const submit = (form: HTMLFormElement) => {
    const wrong = fields.check();
    if (wrong) return focusField(form, wrong);
    void run(() => onSend(fields.values));
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <EmailField
        required
        label={t(($) => $.signIn.email)}
        value={fields.values.email}
        problem={problemText('email', fields.problems.email)}
        onChange={({ target }) => {
          fields.change('email', target.value);
          onEmail(target.value);
        }}
      />
      <TextField
        type="password"
        autoComplete="current-password"
        enterKeyHint="go"
        required
        label={t(($) => $.signIn.password)}
        {...fields.input('password')}
        problem={problemText('password', fields.problems.password)}
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? t(($) => $.signIn.loggingIn) : t(($) => $.signIn.logIn)}
      </Button>
    </Form>
  );
}
