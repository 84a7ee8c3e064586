import { passkeyErrorMessage } from '#client/auth/passkey-error-message.ts';
import { CallFailed, StorageFailed } from '#client/data/errors.ts';
import { problemText } from '#client/forms/use-fields.ts';
import { callMessage } from '#client/session/call-message.ts';
import { type Action, useAction } from '#client/session/use-action.ts';
import type { sv } from '#client/translations/sv.ts';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { FieldProblem } from '#domain/fields.ts';

/** The form that failed; it decides the message of an error that has none of its own. */
type SignInForm = 'logIn' | 'register' | 'recovery';

/** Message of the error catalogue for a failed log-in, registration or recovery, whatever was thrown. */
export function failureMessage(t: Translate, error: unknown, form: SignInForm): string {
  if (error instanceof StorageFailed) return t(($) => $.signIn.failures.notStored);
  const passkey = passkeyErrorMessage(t, error);
  if (passkey) return passkey;
  switch (error instanceof CallFailed ? error.code : 'internal') {
    case 'email-taken':
      return t(($) => $.signIn.failures.emailTaken);
    case 'weak-password':
      return t(($) => $.signIn.failures.weakPassword);
    case 'invalid-credentials':
      return t(($) => $.signIn.failures.invalidCredentials);
    case 'invitation-needed':
      return t(($) => $.signIn.failures.invitationNeeded);
    case 'registration-closed':
      return t(($) => $.common.registration.closed);
    case 'link-expired':
      return t(($) => $.signIn.failures.linkExpired);
    case 'sends-no-mail':
      return t(($) => $.signIn.failures.sendsNoMail);
    case 'provider-unreachable':
      return t(($) => $.signIn.failures.providerUnreachable);
    case 'newcomer-over':
      return t(($) => $.signIn.failures.pendingSignUpOver);
    case 'offline':
    case 'too-many-requests':
    case 'page-too-old':
    case 'page-too-new':
    case 'internal':
    case 'unavailable':
      return callMessage(t, error);
    default:
      if (form === 'recovery') return t(($) => $.common.error);
      return form === 'logIn' ? t(($) => $.signIn.failures.signIn) : t(($) => $.signIn.failures.register);
  }
}

type SignInField = keyof (typeof sv)['signIn']['missing'];

/** Returns a function that words the problem of a sign-in field; undefined without a problem. */
export function useProblemText(): (
  field: SignInField,
  problem: FieldProblem | undefined,
) => string | undefined {
  const { t } = useTranslation();
  return (field, problem) =>
    problemText(
      t,
      problem,
      t(($) => $.signIn.missing[field]),
    );
}

/** `useAction` with the messages of a sign-in form. */
export function useSignInAction(form: SignInForm): Action {
  const { t } = useTranslation();
  return useAction((error) => failureMessage(t, error, form));
}
