import { passkeyErrorMessage } from '#client/auth/passkey-error-message.ts';
import { CallFailed, StorageFailed } from '#client/data/errors.ts';
import { callMessage } from '#client/forms/call-message.ts';
import { type SendForm, type SendOptions, useSendForm } from '#client/forms/send-form.tsx';
import { type Action, useAction } from '#client/forms/use-action.ts';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';

/** The form that failed; it decides the message of an error that has none of its own. */
type SignInForm = 'logIn' | 'register' | 'recovery';

type Code = CallFailed['code'];

/** The errors that signing in words itself. */
const FAILURES = {
  'email-taken': 'emailTaken',
  'weak-password': 'weakPassword',
  'invalid-credentials': 'invalidCredentials',
  'invitation-needed': 'invitationNeeded',
  'link-expired': 'linkExpired',
  'sends-no-mail': 'sendsNoMail',
  'provider-unreachable': 'providerUnreachable',
  'sign-up-over': 'pendingSignUpOver',
} as const satisfies Partial<Record<Code, string>>;

/** The errors that any call may meet. */
const SHARED: readonly Code[] = [
  ...(['offline', 'too-many-requests', 'page-too-old', 'page-too-new'] as const),
  ...(['internal', 'unavailable'] as const),
];

/** Message of the error catalogue for a failed log-in, registration or recovery, whatever was thrown. */
export function failureMessage(t: Translate, error: unknown, form: SignInForm): string {
  if (error instanceof StorageFailed) return t(($) => $.signIn.failures.notStored);
  const passkey = passkeyErrorMessage(t, error);
  if (passkey) return passkey;
  const code = error instanceof CallFailed ? error.code : 'internal';
  if (isOwn(code)) return t(($) => $.signIn.failures[FAILURES[code]]);
  if (code === 'registration-closed') return t(($) => $.common.registration.closed);
  if (SHARED.includes(code)) return callMessage(t, error);
  if (form === 'recovery') return t(($) => $.common.error);
  return t(($) => $.signIn.failures[form === 'logIn' ? 'signIn' : 'register']);
}

function isOwn(code: Code): code is keyof typeof FAILURES {
  return Object.hasOwn(FAILURES, code);
}

/** `useAction` with the messages of a sign-in form. */
export function useSignInAction(form: SignInForm): Action {
  const { t } = useTranslation();
  return useAction((error) => failureMessage(t, error, form));
}

/** `useSendForm` with these messages. Leaving one of these forms asks about nothing that was typed: they lead to each other. */
export function useSignInForm<F extends string>(
  form: SignInForm,
  options: Omit<SendOptions<F>, 'isPassing'>,
): SendForm<F> {
  const { t } = useTranslation();
  const messageOf = (error: unknown) => options.messageOf?.(error) ?? failureMessage(t, error, form);
  return useSendForm({ ...options, messageOf, isPassing: true });
}
