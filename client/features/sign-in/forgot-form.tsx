import { useId } from 'react';
import { Form } from '#client/forms/form.tsx';
import { EmailField, TextField } from '#client/forms/text-field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { emailSchema } from '#domain/fields.ts';
import { emailCodeSchema } from '#domain/protocol/email-calls.ts';
import { useProblemText, useSignInAction } from './failure-message.ts';
import styles from './sign-in.module.css';

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
  const submit = (form: HTMLFormElement) => {
    const wrong = fields.check();
    if (wrong) return focusField(form, wrong);
    void run(() => onSend(fields.values.email.trim()));
  };
  const label = isAgain ? t(($) => $.recovery.forgot.again) : t(($) => $.recovery.forgot.send);
  return (
    <Form className={styles.form} onSubmit={submit}>
      <EmailField
        enterKeyHint="send"
        label={tApp(($) => $.signIn.email)}
        {...fields.input('email')}
        problem={problemText('email', fields.problems.email)}
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy} variant={isAgain ? 'secondary' : 'primary'}>
        {isBusy ? t(($) => $.recovery.forgot.sending) : label}
      </Button>
    </Form>
  );
}

/** Takes the code of a mail about a forgotten password, which may be read on another device or in another app. */
export function MailedCodeForm({ onSend }: { onSend: (code: string) => Promise<unknown> }) {
  const { t } = useTranslation('pages');
  const fields = useFields({ code: emailCodeSchema }, { code: '' }, true);
  const { isBusy, failure, run } = useAction(
    messagesByCode({ 'code-refused': t(($) => $.recovery.forgot.codeWrong) }),
  );
  const form = useId();
  const submit = () => {
    if (fields.check()) focusField(form, 'code');
    else void run(() => onSend(fields.values.code.replace(/\D/g, '')));
  };
  const { code: problem } = fields.problems;
  return (
    <Form id={form} className={styles.form} onSubmit={submit}>
      <TextField
        inputMode="numeric"
        autoComplete="one-time-code"
        label={t(($) => $.recovery.forgot.code)}
        hint={t(($) => $.recovery.forgot.codeHint)}
        {...fields.input('code')}
        problem={
          problem && t(($) => $.recovery.forgot[problem === 'empty' ? 'codeMissing' : 'codeMalformed'])
        }
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy}>
        {t(($) => $.recovery.forgot.codeSend)}
      </Button>
    </Form>
  );
}
