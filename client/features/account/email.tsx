import { useEffect } from 'react';
import { useAuth } from '#client/session/auth.tsx';
import { QueryFailed } from '#client/session/query-failed.tsx';
import { useHost } from '#client/session/use-host.ts';
import { useQuery } from '#client/session/use-query.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { ChangeEmail } from './change-email.tsx';
import { EmailCode } from './email-code.tsx';
import { ResendVerification } from './resend-verification.tsx';

/** A line of the final height in place of one that is loading (U+00A0). */
const NOTHING_YET = '\u00a0';

/** The account's e-mail address, its verification, and the form that changes it. */
export function Email() {
  const { t } = useTranslation();
  const { sendsMail } = useHost();
  const { profile } = useAuth();
  const { reply, error, refetch } = useQuery('myEmail');
  const current = profile?.email;
  // A change confirmed on another device reaches this one by the profile.
  useEffect(() => {
    if (current !== undefined) void refetch();
  }, [current, refetch]);
  return (
    <AccountSection title={t(($) => $.account.email.title)}>
      {error !== undefined && <QueryFailed error={error} />}
      {!error && (
        <p>
          <span className={styles.address}>{reply?.email ?? current ?? NOTHING_YET}</span>
          {sendsMail && (
            <span className={styles.hint}>
              {reply ? t(($) => $.account.email[reply.verified ? 'verified' : 'unverified']) : NOTHING_YET}
            </span>
          )}
        </p>
      )}
      {!sendsMail && <p className={styles.hint}>{t(($) => $.account.email.noMail)}</p>}
      {sendsMail && reply && !reply.verified && <ResendVerification />}
      {sendsMail && <EmailCode onConfirmed={refetch} />}
      {sendsMail && <ChangeEmail present={reply?.email} />}
    </AccountSection>
  );
}
