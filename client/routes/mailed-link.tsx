import { useState } from 'react';
import { useSignedInRedirect } from '#client/auth/second-factor.ts';
import { hasCode } from '#client/data/errors.ts';
import {
  LinkAccount,
  LinkFailure,
  MailedLinkButton,
  useMailedLink,
} from '#client/features/sign-in/mailed-link.tsx';
import { NewPasswordForm } from '#client/features/sign-in/new-password-form.tsx';
import { useData } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { AskAnew, LogInForLink, MailedLinkPage } from './sign-in/mailed-link-page.tsx';
import styles from './sign-in/sign-in-page.module.css';

const CALLS = { verify: 'verifyEmail', confirm: 'confirmEmail' } as const;
const KINDS = { verify: 'verify-email', confirm: 'change-email' } as const;

type Purpose = keyof typeof CALLS;

/** The page of a mailed link about an e-mail address: asks for a press, which uses the token, and confirms. */
export function MailedLink({ purpose }: { purpose: Purpose }) {
  const { t, texts } = useTranslation('pages');
  const [isDone, setDone] = useState(false);
  return (
    <MailedLinkPage title={t(($) => $.recovery[purpose].title)} askAnew="/profile/account">
      {(token) => (
        <>
          {!isDone && <WithToken purpose={purpose} token={token} onDone={() => setDone(true)} />}
          <p role="status">{isDone && t(($) => $.recovery[purpose].done)}</p>
          {isDone && <LinkButton to="/dashboard" label={texts.recovery.goOn} />}
        </>
      )}
    </MailedLinkPage>
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
      <>
        <LinkFailure error={error} onRetry={ask} />
        <AskAnew to="/profile/account" />
      </>
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
      {isOutside && purpose === 'verify' && <ClaimAccount token={token ?? ''} username={link.username} />}
    </>
  );
}

/** Verifies an address by a new password: for its owner if somebody else registered it, and whoever cannot sign in. */
function ClaimAccount({ token, username }: { token: string; username: string | undefined }) {
  const { texts } = useTranslation('pages');
  const data = useData();
  const goOn = useSignedInRedirect();
  const claim = async (password: string) => {
    await goOn(await data.signIn('claimAccount', { token, password }));
  };
  return (
    <section className={`${styles.section} stack gap-4`}>
      <h2>{texts.recovery.claim.title}</h2>
      <p>{texts.recovery.claim.lead}</p>
      <Card>
        <NewPasswordForm username={username} onSend={claim} />
      </Card>
    </section>
  );
}
