import { useEffect } from 'react';
import { useAuth } from '#client/session/auth.tsx';
import { QueryFailed } from '#client/session/query-failed.tsx';
import { useHost } from '#client/session/use-host.ts';
import { useQuery } from '#client/session/use-query.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ResendVerification } from './resend-verification.tsx';

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
      {!reply && !error && <Skeleton />}
      {error !== undefined && <QueryFailed error={error} />}
      {reply && (
        <p>
          <span className={styles.address}>{reply.email}</span>
          {sendsMail && (
            <span className={styles.hint}>
              {reply.verified ? t(($) => $.account.email.verified) : t(($) => $.account.email.unverified)}
            </span>
          )}
        </p>
      )}
      {!sendsMail && <p className={styles.hint}>{t(($) => $.account.email.noMail)}</p>}
      {sendsMail && reply && !reply.verified && <ResendVerification />}
      {sendsMail && <ChangeEmail present={reply?.email} />}
    </AccountSection>
  );
}
