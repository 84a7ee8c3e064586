import { useState } from 'react';
import { MailedLinkButton } from '#client/features/sign-in/mailed-link-button.tsx';
import { useLinkToken } from '#client/features/sign-in/use-link-token.ts';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { MissingToken } from './missing-token.tsx';
import styles from './sign-in-page.module.css';

const CALLS = { verify: 'verifyEmail', confirm: 'confirmEmail' } as const;

/** The page of a mailed link about an e-mail address: asks for a press, which uses the token, and confirms. */
export function MailedLink({ purpose }: { purpose: keyof typeof CALLS }) {
  const { t } = useTranslation('pages');
  const data = useData();
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  const press = async () => {
    await data.ask(CALLS[purpose], { token: token ?? '' });
    setDone(true);
  };
  return (
    <div className={styles.page}>
      <PageTitle>{t(($) => $.recovery[purpose].title)}</PageTitle>
      {token === null && <MissingToken />}
      {token !== null && !isDone && (
        <>
          <p className={styles.lead}>{t(($) => $.recovery[purpose].lead)}</p>
          <Card>
            <MailedLinkButton purpose={purpose} onSend={press} />
          </Card>
        </>
      )}
      {!isDone && (
        <p className={styles.other}>
          <Link to="/profile/account">{t(($) => $.recovery.askAnew)}</Link>
        </p>
      )}
      <p role="status">{isDone && t(($) => $.recovery[purpose].done)}</p>
      {isDone && <LinkButton to="/dashboard">{t(($) => $.recovery.goOn)}</LinkButton>}
    </div>
  );
}
