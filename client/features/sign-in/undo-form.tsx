import * as v from 'valibot';
import { hasCode } from '#client/data/errors.ts';
import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { SendForm } from '#client/forms/send-form.tsx';
import { TextField, Username } from '#client/forms/text-field.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { passwordSchema } from '#domain/fields.ts';
import { enteredPasswordSchema } from '#domain/protocol/account-calls.ts';
import { useSignInForm } from './failure-message.ts';
import styles from './sign-in.module.css';

interface Props {
  /** The address after it. */
  username: string | undefined;
  /** True if a password from before the change is asked for. */
  asksFormer: boolean;
  onSend: (passwords: { password: string; former?: string }) => Promise<unknown>;
  /** Shown between the fields and the button. */
  children?: Elements;
}

/** Undoes a change of the e-mail by a new password, and one from before the change. */
export function UndoForm({ username, asksFormer, onSend, children }: Props) {
  const { texts } = useTranslation('pages');
  const { texts: textsApp } = useTranslation();
  const { undo, recover } = texts.recovery;
  const form = useSignInForm('recovery', {
    schemas: { former: asksFormer ? enteredPasswordSchema : v.string(), password: passwordSchema },
    saved: { former: '', password: '' },
    send: ({ former, password }) => onSend(asksFormer ? { former, password } : { password }),
    messageOf: (error) => {
      if (hasCode(error, 'invalid-credentials')) return undo.formerWrong;
      return hasCode(error, 'email-taken') ? undo.taken : undefined;
    },
  });
  return (
    <SendForm
      form={form}
      className={styles.form}
      label={texts.recovery.undo.act}
      busyLabel={texts.recovery.undo.acting}
    >
      <Username email={username} />
      {asksFormer && (
        <TextField
          {...form.input('former', { missing: undo.formerMissing, wrong: undo.formerMissing })}
          type="password"
          autoComplete="current-password"
          label={undo.former}
        />
      )}
      <NewPasswordField
        {...form.input('password', { missing: textsApp.signIn.missing.newPassword })}
        label={recover.password}
      />
      {children}
    </SendForm>
  );
}
