import { useId } from 'react';
import { useReauth } from '#client/auth/use-reauth.ts';
import { Form } from '#client/forms/form.tsx';
import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { focusField, problemText, useFields } from '#client/forms/use-fields.ts';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-household.ts';
import { useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { passwordSchema } from '#domain/fields.ts';
import { AccountSection } from './account-section.tsx';

/** Changes the password, or sets the first one if a provider created the account. It can be shown, so it is typed once. */
export function Password() {
  const { t } = useTranslation();
  const form = useId();
  const data = useData();
  const runWithReauth = useReauth();
  const toast = useToast();
  const methods = useQuery('signInMethods');
  const isFirst = methods.reply?.hasPassword === false;
  const fields = useFields({ password: passwordSchema }, { password: '' });
  const { failure, isBusy, run } = useAction(
    messagesByCode({ 'weak-password': t(($) => $.signIn.failures.weakPassword) }),
  );
  const change = async () => {
    const { password } = fields.values;
    const done = await runWithReauth(() => data.ask('changePassword', { password }));
    if (!done) return;
    fields.reset();
    toast({ text: t(($) => $.account.password.changed) });
    void methods.refetch();
  };
  const submit = () => {
    if (fields.check()) focusField(form, 'password');
    else void run(change);
  };
  return (
    <AccountSection
      title={t(($) => $.account.password.title)}
      lead={isFirst ? t(($) => $.account.password.first) : t(($) => $.account.password.consequence)}
    >
      <Form id={form} onSubmit={submit}>
        <NewPasswordField
          {...fields.input('password')}
          label={t(($) => $.account.password.new)}
          problem={problemText(
            t,
            fields.problems.password,
            t(($) => $.signIn.missing.newPassword),
          )}
        />
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <Button type="submit" wide busy={isBusy}>
          {isFirst ? t(($) => $.account.password.set) : t(($) => $.account.password.change)}
        </Button>
      </Form>
    </AccountSection>
  );
}
