import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { SendForm } from '#client/forms/send-form.tsx';
import { Username } from '#client/forms/text-field.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { passwordSchema } from '#domain/fields.ts';
import { useSignInForm } from './failure-message.ts';
import styles from './sign-in.module.css';

interface Props {
  /** The account's address. */
  username: string | undefined;
  onSend: (password: string) => Promise<unknown>;
  /** Shown between the field and the button. */
  children?: Elements;
}

/** Sets a new password after a mailed link. It can be shown, so it is typed once. */
export function NewPasswordForm({ username, onSend, children }: Props) {
  const { t } = useTranslation('pages');
  const { texts } = useTranslation();
  const form = useSignInForm('recovery', {
    schemas: { password: passwordSchema },
    saved: { password: '' },
    send: ({ password }) => onSend(password),
  });
  return (
    <SendForm
      form={form}
      className={styles.form}
      label={t(($) => $.recovery.recover.save)}
      busyLabel={t(($) => $.recovery.recover.saving)}
    >
      <Username email={username} />
      <NewPasswordField
        {...form.input('password', { missing: texts.signIn.missing.newPassword })}
        label={t(($) => $.recovery.recover.password)}
      />
      {children}
    </SendForm>
  );
}
