import type { ReactNode } from 'react';
import * as v from 'valibot';
import { hasCode } from '#client/data/errors.ts';
import { Form } from '#client/forms/form.tsx';
import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { TextField } from '#client/forms/text-field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { useAction } from '#client/session/use-action.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { passwordSchema } from '#domain/fields.ts';
import { enteredPasswordSchema } from '#domain/protocol/account-calls.ts';
import { failureMessage, useProblemText } from './failure-message.ts';
import styles from './sign-in.module.css';

interface Props {
  /** True if a password from before the change is asked for. */
  asksFormer: boolean;
  onSend: (passwords: { password: string; former?: string }) => Promise<unknown>;
  /** Shown between the fields and the button. */
  children?: ReactNode;
}

const FORMER = { former: enteredPasswordSchema, password: passwordSchema };
const NEW_ONLY = { former: v.string(), password: passwordSchema };

/** Undoes a change of the e-mail by a new password, and one from before the change. */
export function UndoForm({ asksFormer, onSend, children }: Props) {
  const { t } = useTranslation('pages');
  const { t: tApp } = useTranslation();
  const problemText = useProblemText();
  const schemas = asksFormer ? FORMER : NEW_ONLY;
  const fields = useFields<keyof typeof FORMER>(schemas, { former: '', password: '' }, true);
  const { isBusy, failure, run } = useAction((error) => {
    if (hasCode(error, 'invalid-credentials')) return t(($) => $.recovery.undo.formerWrong);
    if (hasCode(error, 'email-taken')) return t(($) => $.recovery.undo.taken);
    return failureMessage(tApp, error, 'recovery');
  });
  const submit = (form: HTMLFormElement) => {
    const wrong = fields.check();
    if (wrong) return focusField(form, wrong);
    const { former, password } = fields.values;
    void run(() => onSend(asksFormer ? { former, password } : { password }));
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      {asksFormer && (
        <TextField
          type="password"
          autoComplete="current-password"
          label={t(($) => $.recovery.undo.former)}
          {...fields.input('former')}
          problem={fields.problems.former && t(($) => $.recovery.undo.formerMissing)}
        />
      )}
      <NewPasswordField
        label={t(($) => $.recovery.recover.password)}
        {...fields.input('password')}
        problem={problemText('newPassword', fields.problems.password)}
      />
      {children}
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? t(($) => $.recovery.undo.acting) : t(($) => $.recovery.undo.act)}
      </Button>
    </Form>
  );
}
