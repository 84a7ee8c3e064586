import { useReauth } from '#client/auth/use-reauth.ts';
import { focusField } from '#client/forms/focus-field.ts';
import { useFields } from '#client/forms/use-fields.ts';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { type FieldProblem, passwordSchema } from '#domain/fields.ts';

interface ChangePasswordForm {
  password: string;
  type(password: string): void;
  problem: FieldProblem | undefined;
  failure: string | undefined;
  isBusy: boolean;
  send(): Promise<void>;
}

/** The form that changes the password. The typed text is kept until the server has accepted it. `form` is the form's id. */
export function useChangePassword(form: string, onChanged: () => void): ChangePasswordForm {
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
