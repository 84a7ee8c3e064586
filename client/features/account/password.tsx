import { useReauth } from '#client/auth/use-reauth.ts';
import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { SendForm, useSendForm } from '#client/forms/send-form.tsx';
import { Username } from '#client/forms/text-field.tsx';
import { messagesByCode } from '#client/forms/use-action.ts';
import { useData, useOwnEmail } from '#client/session/use-household.ts';
import { useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { passwordSchema } from '#domain/fields.ts';
import { AccountSection } from './account-section.tsx';

/** Changes the password, or sets the first one if a provider created the account. It can be shown, so it is typed once. */
export function Password() {
  const { texts } = useTranslation();
  const data = useData();
  const email = useOwnEmail();
  const runWithReauth = useReauth();
  const toast = useToast();
  const methods = useQuery('signInMethods');
  const isFirst = methods.reply?.hasPassword === false;
  const form = useSendForm({
    schemas: { password: passwordSchema },
    saved: { password: '' },
    async send({ password }) {
      const done = await runWithReauth(() => data.ask('changePassword', { password }));
      if (!done) return;
      form.reset();
      toast({ text: texts.account.password.changed });
      void methods.refetch();
    },
    messageOf: messagesByCode({ 'weak-password': texts.signIn.failures.weakPassword }),
  });
  return (
    <AccountSection
      title={texts.account.password.title}
      lead={isFirst ? texts.account.password.first : texts.account.password.consequence}
    >
      <SendForm form={form} label={isFirst ? texts.account.password.set : texts.account.password.change}>
        <Username email={email} />
        <NewPasswordField
          {...form.input('password', { missing: texts.signIn.missing.newPassword })}
          label={texts.account.password.new}
        />
      </SendForm>
    </AccountSection>
  );
}
