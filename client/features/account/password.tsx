import { type FormEvent, useId } from 'react';
import { useReauth } from '#client/auth/use-reauth.ts';
import { focusField } from '#client/forms/focus-field.ts';
import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { useFields } from '#client/forms/use-fields.ts';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-household.ts';
import { useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { type FieldProblem, passwordSchema } from '#domain/fields.ts';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';

/** Changes the password, or sets the first one if a provider created the account. It can be shown, so it is typed once. */
export function Password() {
  const { t } = useTranslation();
  const methods = useQuery('signInMethods');
  const form = useId();
  const { password, type, problem, failure, isBusy, send } = useChangePassword(
    form,
    () => void methods.refetch(),
  );
  const isFirst = methods.reply?.hasPassword === false;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send();
  };
  return (
    <AccountSection title={t(($) => $.account.password.title)}>
      <p className={styles.hint}>
        {isFirst ? t(($) => $.account.password.first) : t(($) => $.account.password.consequence)}
      </p>
      <form method="dialog" id={form} className={styles.form} noValidate onSubmit={submit}>
        <NewPasswordField
          name="password"
          label={t(($) => $.account.password.new)}
          value={password}
          problem={
            problem === 'empty'
              ? t(($) => $.signIn.missing.newPassword)
              : problem && t(($) => $.common.problems[problem])
          }
          onChange={({ target }) => type(target.value)}
        />
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <Button type="submit" wide busy={isBusy}>
          {isFirst ? t(($) => $.account.password.set) : t(($) => $.account.password.change)}
        </Button>
      </form>
    </AccountSection>
  );
}

interface ChangePasswordForm {
  password: string;
  type(password: string): void;
  problem: FieldProblem | undefined;
  failure: string | undefined;
  isBusy: boolean;
  send(): Promise<void>;
}

/** The form that changes the password. The typed text is kept until the server has accepted it. `form` is the form's id. */
function useChangePassword(form: string, onChanged: () => void): ChangePasswordForm {
  const { t } = useTranslation();
  const data = useData();
  const runWithReauth = useReauth();
  const toast = useToast();
  const fields = useFields({ password: passwordSchema }, { password: '' });
  const { password } = fields.values;
  const { failure, isBusy, run } = useAction(
    messagesByCode({
      'weak-password': t(($) => $.signIn.failures.weakPassword),
    }),
  );
  const change = async () => {
    const done = await runWithReauth(() => data.ask('changePassword', { password }));
    if (!done) return;
    fields.reset();
    toast({ text: t(($) => $.account.password.changed) });
    onChanged();
  };
  return {
    password,
    type: (text) => fields.change('password', text),
    problem: fields.problems.password,
    failure,
    isBusy,
    async send() {
      if (fields.check()) focusField(form, 'password');
      else await run(change);
    },
  };
}
