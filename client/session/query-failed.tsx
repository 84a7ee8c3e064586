import CloudOff from 'lucide-react/icons/cloud-off';
import { hasCode, hasReason } from '#client/data/errors.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { callMessage } from './call-message.ts';
import styles from './no-contact.module.css';

/** One quiet line in the place of data that could not be loaded; nobody has to act, as `useQuery` tries again by itself. */
export function QueryFailed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const cause = causeOf(error);
  return (
    <p className={styles.line}>
      <span className={styles.words}>
        <CloudOff size={16} aria-hidden="true" />
        {cause ? t(($) => $.account.unread[cause]) : callMessage(t, error)}
      </span>
    </p>
  );
}

const ENDINGS = ['not-signed-in', 'other-household', 'account-gone', 'page-too-old', 'page-too-new'] as const;

/** Undefined if waiting does not help: the sign-in is over, or the page is too old. */
function causeOf(error: unknown): 'network' | 'intercepted' | 'server' | undefined {
  if (hasReason(error, 'intercepted')) return 'intercepted';
  if (hasCode(error, 'offline') && !hasReason(error, 'gateway')) return 'network';
  const isOver = ENDINGS.some((code) => hasCode(error, code));
  return isOver ? undefined : 'server';
}
