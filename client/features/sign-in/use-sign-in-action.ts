import { type Action, useAction } from '#client/session/use-action.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { failureMessage, type SignInForm } from './failure-message.ts';

/** `useAction` with the messages of a sign-in form. */
export function useSignInAction(form: SignInForm): Action {
  const { t } = useTranslation();
  return useAction((error) => failureMessage(t, error, form));
}
