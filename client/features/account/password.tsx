import { type FormEvent, useId } from 'react';
import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { useQuery } from '#client/session/use-query.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { useChangePassword } from './use-change-password.ts';

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
