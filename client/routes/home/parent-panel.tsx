import DoorOpen from 'lucide-react/icons/door-open';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { WhoIsHere } from '#client/features/here-now/who-is-here.tsx';
import styles from '#client/routes/home.module.css';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import type { Status } from '#domain/documents.ts';

/** The visitors here, and the check-in and check-out buttons of a signed-in parent. */
export function ParentPanel({ onMode }: { onMode: (mode: Status) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.panel}>
      <WhoIsHere />
      <div className={styles.taps}>
        <Button
          variant="checkIn"
          className={styles.tap}
          icon={<UserRoundCheck size={30} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => onMode('in')}
        >
          {t(($) => $.common.checkIn)}
        </Button>
        <Button
          variant="checkOut"
          className={styles.tap}
          icon={<DoorOpen size={30} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => onMode('out')}
        >
          {t(($) => $.common.checkOut)}
        </Button>
      </div>
      <LinkButton to="/dashboard" variant="secondary" wide>
        {t(($) => $.home.toDashboard)}
      </LinkButton>
    </div>
  );
}
