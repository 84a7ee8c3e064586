import KeyRound from 'lucide-react/icons/key-round';
import { useId } from 'react';
import * as v from 'valibot';
import { passkeyObstacle, passkeyTexts } from '#client/auth/webauthn.ts';
import { EmailField, TextField, Username } from '#client/forms/field.tsx';
import { SendForm, type SendOptions, useSendForm } from '#client/forms/send-form.tsx';
import type { ErrorTexts } from '#client/forms/use-action.ts';
import { type Action, useAction } from '#client/forms/use-action.ts';
import type { Fields } from '#client/forms/use-fields.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { useAfterHydration } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, type ButtonProps } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { type LogIn, logInSchema } from '#domain/protocol/calls.ts';
import styles from './sign-in.module.css';

/** Decides the text of an error without one of its own. */
type AuthPurpose = 'logIn' | 'register' | 'recovery';

interface AuthFormProps<F extends string> extends Omit<SendOptions<F>, 'isPassing'> {
  purpose: AuthPurpose;
  label: string;
  busyLabel?: string;
  variant?: ButtonProps['variant'];
  children(form: Fields<F>): Elements;
}

/** These forms lead to each other, so leaving one asks nothing. */
export function AuthForm<F extends string>({
  purpose,
  label,
  busyLabel,
  variant,
  children,
  ...options
}: AuthFormProps<F>) {
  const errors = { ...useAuthErrors(purpose), ...options.errors };
  const form = useSendForm({ ...options, errors, isPassing: true });
  return (
    <SendForm form={form} className={styles.form} {...{ label, busyLabel, variant }}>
      {children(form)}
    </SendForm>
  );
}

export function useAuthErrors(purpose: AuthPurpose): ErrorTexts {
  const { texts } = useTranslation('public');
  const { signIn, register } = texts.callFailures;
  const other = { logIn: signIn, register, recovery: texts.common.error }[purpose];
  return {
    ...passkeyTexts(texts),
    other,
    'not-signed-in': other,
    'other-household': other,
    'account-gone': other,
  };
}

export function useAuthAction(purpose: AuthPurpose): Action<'public'> {
  return useAction(useAuthErrors(purpose), 'public');
}

interface PasswordFormProps {
  email: string;
  /** Without it the address is fixed. */
  onEmail?: (email: string) => void;
  onSend: (credentials: LogIn) => Promise<unknown>;
}

export function PasswordForm({ email, onEmail, onSend }: PasswordFormProps) {
  const { t, texts } = useTranslation('public');
  const { missing } = texts.signIn;
  return (
    <AuthForm
      purpose="logIn"
      schemas={onEmail ? logInSchema.entries : { ...logInSchema.entries, email: v.string() }}
      saved={{ email, password: '' }}
      send={onSend}
      label={texts.common.nav.signIn}
      busyLabel={texts.signIn.loggingIn}
    >
      {(form) => (
        <>
          {onEmail ? (
            <EmailField
              {...form.input('email', { missing: missing.email })}
              required
              autoComplete="username"
              label={texts.signIn.email}
              onChange={({ target }) => {
                form.change('email', target.value);
                onEmail(target.value);
              }}
            />
          ) : (
            <Username email={email} />
          )}
          <TextField
            {...form.input('password', { missing: missing.password })}
            type="password"
            autoComplete="current-password"
            enterKeyHint="go"
            required
            label={onEmail ? texts.signIn.password : t(($) => $.signIn.again.password, { email })}
          />
        </>
      )}
    </AuthForm>
  );
}

interface PasskeyButtonProps {
  label: string;
  variant?: 'primary' | 'secondary';
  onUse: () => Promise<unknown>;
}

/** Disabled, with the reason, if the address or the browser allows none. */
export function PasskeyButton({ label, variant = 'secondary', onUse }: PasskeyButtonProps) {
  const { t, texts } = useTranslation('public');
  const reason = useId();
  const obstacle = useAfterHydration(passkeyObstacle);
  const { isBusy, failure, run } = useAuthAction('logIn');
  return (
    <div className="stack gap-2">
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <Button
        variant={variant}
        wide
        label={isBusy ? texts.passkeys.asking : label}
        busy={isBusy}
        disabled={obstacle !== undefined}
        aria-describedby={obstacle && reason}
        icon={KeyRound}
        onClick={() => void run(onUse)}
      />
      {obstacle && (
        <p className="text-center muted small" id={reason}>
          {t(($) => $.passkeys.obstacles[obstacle])}
        </p>
      )}
    </div>
  );
}

/** For no answer and for an error alike. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { texts } = useTranslation('public');
  return (
    <ErrorBox action={<Button variant="secondary" label={texts.common.retry} onClick={onRetry} />}>
      {texts.callFailures.notLoaded}
    </ErrorBox>
  );
}
