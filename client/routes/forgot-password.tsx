import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as v from 'valibot';
import { CallFailed } from '#client/data/errors.ts';
import { beginRecovery, recoveryRequest } from '#client/data/storage/recovery-request.ts';
import { AuthForm } from '#client/features/sign-in/auth-form.tsx';
import { EmailField } from '#client/forms/field.tsx';
import { MailedCodeField } from '#client/forms/sign-in-fields.tsx';
import { parseReturnTo } from '#client/session/return-to.ts';
import { useAfterHydration, useData } from '#client/session/use-household.ts';
import { useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Link } from '#client/ui/link.tsx';
import { Card, PageTitle } from '#client/ui/sections.tsx';
import { emailSchema } from '#domain/fields.ts';
import { emailCodeSchema } from '#domain/protocol/email-calls.ts';
import { OperatorSection } from './host-section.tsx';
import styles from './sign-in/sign-in-page.module.css';

export function ForgotPassword() {
  const { texts } = useTranslation('public');
  const { sendsMail } = useSiteInfo();
  const returnTo = parseReturnTo(useLocation().state);
  return (
    <div className={`${styles.page} stack gap-4`}>
      <PageTitle>{texts.recovery.forgot.title}</PageTitle>
      {sendsMail ? <ByMail typed={returnTo.email ?? ''} /> : <ByHost />}
      <p className="text-center">
        <Link className="target strong" to="/login" state={returnTo}>
          {texts.recovery.forgot.toLogIn}
        </Link>
      </p>
    </div>
  );
}

function ByMail({ typed }: { typed: string }) {
  const { t, texts } = useTranslation('public');
  const data = useData();
  const [email, setEmail] = useState<string>();
  const isAgain = email !== undefined;
  const { forgot } = texts.recovery;
  const navigate = useNavigate();
  const hasAsked = useAfterHydration(() => recoveryRequest() !== undefined);
  const ask = async (typed: string) => {
    await data.call('askRecovery', { email: typed, request: beginRecovery() });
    setEmail(typed);
  };
  const goOn = async (code: string) => {
    const request = recoveryRequest();
    if (!request) throw new CallFailed('code-refused');
    const token = `${request}.${code}`;
    await data.call('mailedLink', { kind: 'recovery', token });
    await navigate(`/recover#${token}`);
  };
  return (
    <>
      <p className={`${styles.lead} muted`}>{forgot.lead}</p>
      <Card>
        <AuthForm
          purpose="recovery"
          schemas={{ email: emailSchema }}
          saved={{ email: typed }}
          send={(sent) => ask(v.parse(emailSchema, sent.email))}
          label={isAgain ? forgot.again : forgot.send}
          busyLabel={forgot.sending}
          variant={isAgain ? 'secondary' : 'primary'}
        >
          {(form) => (
            <EmailField
              {...form.input('email', { missing: texts.signIn.missing.email })}
              enterKeyHint="send"
              label={texts.signIn.email}
            />
          )}
        </AuthForm>
      </Card>
      <p role="status">{email !== undefined && t(($) => $.recovery.forgot.sent, { email })}</p>
      {(hasAsked || isAgain) && (
        <Card>
          {/* The mail may be read on another device. */}
          <AuthForm
            purpose="recovery"
            schemas={{ code: emailCodeSchema }}
            saved={{ code: '' }}
            send={({ code }) => goOn(code.replace(/\D/g, ''))}
            errors={{ 'code-refused': forgot.codeWrong }}
            label={forgot.codeSend}
          >
            {(form) => <MailedCodeField form={form} label={forgot.code} words={forgot} />}
          </AuthForm>
        </Card>
      )}
    </>
  );
}

function ByHost() {
  const { texts } = useTranslation('public');
  return (
    <>
      <p className={`${styles.lead} muted`}>{texts.recovery.forgot.noMail}</p>
      <OperatorSection />
    </>
  );
}
