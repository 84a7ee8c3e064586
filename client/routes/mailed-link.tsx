import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { SECOND_FACTOR_PATH } from '#client/auth/second-factor.ts';
import { hasCode } from '#client/data/errors.ts';
import {
  LinkAccount,
  LinkFailure,
  MailedLinkButton,
  useLinkToken,
  useMailedLink,
} from '#client/features/sign-in/mailed-link.tsx';
import { NewPasswordForm } from '#client/features/sign-in/new-password-form.tsx';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { LogInForLink, MissingToken } from './sign-in/log-in-for-link.tsx';
import styles from './sign-in/sign-in-page.module.css';

const CALLS = { verify: 'verifyEmail', confirm: 'confirmEmail' } as const;
const KINDS = { verify: 'verify-email', confirm: 'change-email' } as const;

type Purpose = keyof typeof CALLS;

/** The page of a mailed link about an e-mail address: asks for a press, which uses the token, and confirms. */
export function MailedLink({ purpose }: { purpose: Purpose }) {
  const { t, texts } = useTranslation('pages');
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  return (
    <div className={`${styles.page} ${styles.transient} stack gap-4`}>
      <PageTitle>{t(($) => $.recovery[purpose].title)}</PageTitle>
      {token === null && (
        <AskAnew>
          <MissingToken />
        </AskAnew>
      )}
      {token !== null && !isDone && (
        <WithToken purpose={purpose} token={token} onDone={() => setDone(true)} />
      )}
      <p role="status">{isDone && t(($) => $.recovery[purpose].done)}</p>
      {isDone && <LinkButton to="/dashboard" label={texts.recovery.goOn} />}
    </div>
  );
}

/** An error of the link, and the way to another one. */
function AskAnew({ children }: { children: ReactNode }) {
  const { texts } = useTranslation('pages');
  return (
    <>
      {children}
      <p className={styles.other}>
        <Link to="/profile/account">{texts.recovery.askAnew}</Link>
      </p>
    </>
  );
}

interface WithTokenProps {
  purpose: Purpose;
  /** Undefined until it is read from the address. */
  token: string | undefined;
  onDone: () => void;
}

function WithToken({ purpose, token, onDone }: WithTokenProps) {
  const { t } = useTranslation('pages');
  const data = useData();
  const { link, error, ask } = useMailedLink(KINDS[purpose], token);
  if (error !== undefined)
    return (
      <AskAnew>
        <LinkFailure error={error} onRetry={ask} />
      </AskAnew>
    );
  const press = async () => {
    try {
      await data.ask(CALLS[purpose], { token: token ?? '' });
      onDone();
    } catch (error) {
      // The session has ended since the page was opened.
      if (!hasCode(error, 'reauthentication-needed')) throw error;
      await ask();
    }
  };
  const isOutside = link?.isSignedIn === false;
  return (
    <>
      <p className={`${styles.lead} muted`}>
        {t(($) => $.recovery[purpose][isOutside ? 'outside' : 'lead'])}
      </p>
      <LinkAccount link={link} />
      <Card>
        {!link || token === undefined ? (
          <Skeleton rows={1} />
        ) : isOutside ? (
          <LogInForLink token={token} />
        ) : (
          <MailedLinkButton purpose={purpose} onSend={press} />
        )}
      </Card>
      {isOutside && purpose === 'verify' && <ClaimAccount token={token ?? ''} />}
    </>
  );
}

/** Verifies an address by a new password: for its owner if somebody else registered it, and whoever cannot sign in. */
function ClaimAccount({ token }: { token: string }) {
  const { texts } = useTranslation('pages');
  const data = useData();
  const navigate = useNavigate();
  const claim = async (password: string) => {
    const reply = await data.signIn('claimAccount', { token, password });
    await navigate('account' in reply ? '/dashboard' : SECOND_FACTOR_PATH, { replace: true });
  };
  return (
    <section className={`${styles.section} stack gap-4`}>
      <h2>{texts.recovery.claim.title}</h2>
      <p>{texts.recovery.claim.lead}</p>
      <Card>
        <NewPasswordForm onSend={claim} />
      </Card>
    </section>
  );
}
