import * as v from 'valibot';
import { MailedCodeField } from '#client/forms/mailed-code-field.tsx';
import { SendForm } from '#client/forms/send-form.tsx';
import { EmailField } from '#client/forms/text-field.tsx';
import { messagesByCode } from '#client/forms/use-action.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { emailSchema } from '#domain/fields.ts';
import { emailCodeSchema } from '#domain/protocol/email-calls.ts';
import { useSignInForm } from './failure-message.ts';
import styles from './sign-in.module.css';

interface ForgotFormProps {
  email: string;
  /** True after a mail was requested. */
  isAgain: boolean;
  onSend: (email: string) => Promise<unknown>;
}

/** Requests a mail with a password reset link. */
export function ForgotForm({ email, isAgain, onSend }: ForgotFormProps) {
  const { t } = useTranslation('pages');
  const { texts } = useTranslation();
  const form = useSignInForm('recovery', {
    schemas: { email: emailSchema },
    saved: { email },
    send: (typed) => onSend(v.parse(emailSchema, typed.email)),
  });
  return (
    <SendForm
      form={form}
      className={styles.form}
      label={t(($) => (isAgain ? $.recovery.forgot.again : $.recovery.forgot.send))}
      busyLabel={t(($) => $.recovery.forgot.sending)}
      variant={isAgain ? 'secondary' : 'primary'}
    >
      <EmailField
        {...form.input('email', { missing: texts.signIn.missing.email })}
        enterKeyHint="send"
        label={texts.signIn.email}
      />
    </SendForm>
  );
}

/** Takes the code of a mail about a forgotten password, which may be read on another device or in another app. */
export function MailedCodeForm({ onSend }: { onSend: (code: string) => Promise<unknown> }) {
  const { t, texts } = useTranslation('pages');
  const form = useSignInForm('recovery', {
    schemas: { code: emailCodeSchema },
    saved: { code: '' },
    send: ({ code }) => onSend(code.replace(/\D/g, '')),
    messageOf: messagesByCode({ 'code-refused': t(($) => $.recovery.forgot.codeWrong) }),
  });
  return (
    <SendForm form={form} className={styles.form} label={t(($) => $.recovery.forgot.codeSend)}>
      <MailedCodeField form={form} label={t(($) => $.recovery.forgot.code)} words={texts.recovery.forgot} />
    </SendForm>
  );
}
