import { useTranslation } from '#client/translations/use-translation.tsx';
import type { MailedLink } from '#domain/protocol/email-calls.ts';
import styles from './sign-in.module.css';

/** Names the account of a mailed link by its masked address; a line of the same height until it is known (U+00A0). */
export function LinkAccount({ link }: { link: MailedLink | undefined }) {
  const { t } = useTranslation('pages');
  return (
    <p className={styles.account}>{link ? t(($) => $.recovery.account, { email: link.email }) : '\u00a0'}</p>
  );
}
