import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '#client/session/auth.tsx';
import { callMessage } from '#client/session/call-message.ts';
import { useHost } from '#client/session/use-host.ts';
import { useQuery } from '#client/session/use-query.ts';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ProveEmail } from './prove-email.tsx';

/** The account's address, whether mail to it is known to arrive, and how to change it. */
export function Email() {
  const { t } = useTranslation();
  const { sendsMail } = useHost();
  const { profile } = useAuth();
  const { reply, error, refetch } = useQuery('myEmail');
  const known = profile?.email;
  // A change that was confirmed elsewhere reaches this phone by the profile.
  useEffect(() => {
    if (known !== undefined) void refetch();
  }, [known, refetch]);
  return (
    <AccountSection title={t(($) => $.account.email.title)}>
      {!reply && !error && <Skeleton />}
      {error !== undefined && <ErrorBox>{callMessage(t, error)}</ErrorBox>}
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
      {sendsMail && reply && !reply.verified && <ProveEmail />}
      {sendsMail && <ChangeEmail present={reply?.email} />}
    </AccountSection>
  );
}
