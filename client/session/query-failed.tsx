import CloudOff from 'lucide-react/icons/cloud-off';
import { causeOf, hasCode } from '#client/data/errors.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { callMessage } from './call-message.ts';
import styles from './no-contact.module.css';

/** One quiet line in the place of data that could not be loaded; nobody has to act, as `useQuery` tries again by itself. */
export function QueryFailed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  // Waiting does not help if the sign-in is over, or the page is too old.
  const isOver = ENDINGS.some((code) => hasCode(error, code));
  return (
    <p className={styles.line}>
      <span className={styles.words}>
        <CloudOff size={16} aria-hidden="true" />
        {isOver ? callMessage(t, error) : t(($) => $.account.unread[causeOf(error)])}
      </span>
    </p>
  );
}

const ENDINGS = ['not-signed-in', 'other-household', 'account-gone', 'page-too-old', 'page-too-new'] as const;
