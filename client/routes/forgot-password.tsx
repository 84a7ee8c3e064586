import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { beginRecovery, recoveryRequest } from '#client/data/device/recovery-request.ts';
import { CallFailed } from '#client/data/errors.ts';
import { ForgotForm, MailedCodeForm } from '#client/features/sign-in/forgot-form.tsx';
import { parseReturnTo } from '#client/session/return-to.ts';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';
import { useHost } from '#client/session/use-host.ts';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { HostSection } from './host-section.tsx';
import styles from './sign-in/sign-in-page.module.css';

export function ForgotPassword() {
  const { texts } = useTranslation('pages');
  const { sendsMail } = useHost();
  const returnTo = parseReturnTo(useLocation().state);
  return (
    <div className={`${styles.page} stack gap-4`}>
      <PageTitle>{texts.recovery.forgot.title}</PageTitle>
      {sendsMail ? <ByMail typed={returnTo.email ?? ''} /> : <ByHost />}
      <p className={styles.other}>
        <Link to="/login" state={returnTo}>
          {texts.recovery.forgot.toLogIn}
        </Link>
      </p>
    </div>
  );
}

function ByMail({ typed }: { typed: string }) {
  const { t, texts } = useTranslation('pages');
  const data = useData();
  const [email, setEmail] = useState<string>();
  const navigate = useNavigate();
  const hasAsked = useAfterHydration(() => recoveryRequest() !== undefined);
  const ask = async (typed: string) => {
    await data.ask('askRecovery', { email: typed, request: beginRecovery() });
    setEmail(typed);
  };
  const goOn = async (code: string) => {
    const request = recoveryRequest();
    if (!request) throw new CallFailed('code-refused');
    const token = `${request}.${code}`;
    await data.ask('mailedLink', { kind: 'recovery', token });
    await navigate(`/recover#${token}`);
  };
  return (
    <>
      <p className={`${styles.lead} muted`}>{texts.recovery.forgot.lead}</p>
      <Card>
        <ForgotForm email={typed} isAgain={email !== undefined} onSend={ask} />
      </Card>
      <p role="status">{email !== undefined && t(($) => $.recovery.forgot.sent, { email })}</p>
      {(hasAsked || email !== undefined) && (
        <Card>
          <MailedCodeForm onSend={goOn} />
        </Card>
      )}
    </>
  );
}

function ByHost() {
  const { texts } = useTranslation('pages');
  return (
    <>
      <p className={`${styles.lead} muted`}>{texts.recovery.forgot.noMail}</p>
      <HostSection />
    </>
  );
}
