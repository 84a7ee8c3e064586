import { type FormEvent, useId, useState } from 'react';
import { useReauth } from '#client/auth/use-reauth.ts';
import { setPendingEmail } from '#client/data/pending-email.ts';
import { EmailField } from '#client/forms/email-field.tsx';
import { focusField } from '#client/forms/focus-field.ts';
import { useFields } from '#client/forms/use-fields.ts';
import { useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { type FieldProblem, newEmailSchema } from '#domain/fields.ts';
import styles from './account.module.css';
import { usePendingEmail } from './use-pending-email.ts';

/** Requests a change of the account's e-mail; it takes effect when the link mailed to the new address is used. */
export function ChangeEmail({ present }: { present: string | undefined }) {
  const { t } = useTranslation();
  const form = useId();
  const data = useData();
  const runWithReauth = useReauth();
  const [asked, setAsked] = useState<string>();
  const [pending, clearPending] = usePendingEmail();
  const fields = useFields({ email: newEmailSchema }, { email: pending });
  const { isBusy, failure, run } = useAction();
  const ask = async () => {
    setAsked(undefined);
    const email = fields.values.email.trim();
    setPendingEmail(email);
    const done = await runWithReauth(() => data.ask('changeEmail', { email })).finally(() =>
      setPendingEmail(undefined),
    );
    if (!done) return;
    setAsked(email);
    clearPending();
    fields.reset();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fields.check()) focusField(form, 'email');
    else void run(ask);
  };
  const problemText = (problem: FieldProblem | undefined) =>
    problem === 'empty' ? t(($) => $.signIn.missing.email) : problem && t(($) => $.common.problems[problem]);
  return (
    <form method="dialog" id={form} className={styles.form} noValidate onSubmit={submit}>
      <EmailField
        label={t(($) => $.account.email.new)}
        value={fields.values.email}
        problem={problemText(fields.problems.email)}
        onChange={({ target }) => fields.change('email', target.value)}
      />
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy}>
        {t(($) => $.account.email.change)}
      </Button>
      <p role="status">
        {asked !== undefined && asked !== present && t(($) => $.account.email.changeSent, { email: asked })}
      </p>
    </form>
  );
}
