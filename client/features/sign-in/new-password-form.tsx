import type { ReactNode } from 'react';
import { Form } from '#client/forms/form.tsx';
import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { passwordSchema } from '#domain/fields.ts';
import { useProblemText, useSignInAction } from './failure-message.ts';
import styles from './sign-in.module.css';

interface Props {
  onSend: (password: string) => Promise<unknown>;
  /** Shown between the field and the button. */
  children?: ReactNode;
}

/** Sets a new password after a mailed link. It can be shown, so it is typed once. */
export function NewPasswordForm({ onSend, children }: Props) {
  const { t } = useTranslation('pages');
  const problemText = useProblemText();
  const fields = useFields({ password: passwordSchema }, { password: '' }, true);
  const { isBusy, failure, run } = useSignInAction('recovery');
  const submit = (form: HTMLFormElement) => {
    const wrong = fields.check();
    if (wrong) return focusField(form, wrong);
    void run(() => onSend(fields.values.password));
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <NewPasswordField
        {...fields.input('password')}
        label={t(($) => $.recovery.recover.password)}
        problem={problemText('newPassword', fields.problems.password)}
      />
      {children}
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? t(($) => $.recovery.recover.saving) : t(($) => $.recovery.recover.save)}
      </Button>
    </Form>
  );
}
