import type { FormEvent } from 'react';
import { EmailField } from '#client/forms/email-field.tsx';
import { focusField } from '#client/forms/focus-field.ts';
import { useFields } from '#client/forms/use-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { emailSchema } from '#domain/fields.ts';
import styles from './sign-in.module.css';
import { useProblemText } from './use-problem-text.ts';
import { useSignInAction } from './use-sign-in-action.ts';

interface ForgotFormProps {
  email: string;
  /** True after a mail was requested. */
  isAgain: boolean;
  onSend: (email: string) => Promise<unknown>;
}

/** Requests a mail with a password reset link. */
export function ForgotForm({ email, isAgain, onSend }: ForgotFormProps) {
  const { t } = useTranslation('pages');
  const { t: tApp } = useTranslation();
  const problemText = useProblemText();
  const fields = useFields({ email: emailSchema }, { email }, true);
  const { isBusy, failure, run } = useSignInAction('recovery');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = fields.check();
    if (wrong) return focusField(event.currentTarget, wrong);
    void run(() => onSend(fields.values.email.trim()));
  };
  const label = isAgain ? t(($) => $.recovery.forgot.again) : t(($) => $.recovery.forgot.send);
  return (
    <form method="dialog" className={styles.form} noValidate onSubmit={submit}>
      <EmailField
        enterKeyHint="send"
        label={tApp(($) => $.signIn.email)}
        value={fields.values.email}
        problem={problemText('email', fields.problems.email)}
        onChange={({ target }) => fields.change('email', target.value)}
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy} variant={isAgain ? 'secondary' : 'primary'}>
        {isBusy ? t(($) => $.recovery.forgot.sending) : label}
      </Button>
    </form>
  );
}
