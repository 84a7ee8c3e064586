import DoorOpen from 'lucide-react/icons/door-open';
import House from 'lucide-react/icons/house';
import styles from '#client/routes/home.module.css';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import type { Status } from '#domain/documents.ts';

/** The check-in and check-out buttons of a signed-in parent. */
export function ParentPanel({ onMode }: { onMode: (mode: Status) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.panel}>
      <h2 className={styles.ask}>{t(($) => $.home.ask)}</h2>
      <div className={styles.taps}>
        <Button
          variant="checkIn"
          className={styles.tap}
          icon={<House size={30} aria-hidden="true" />}
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
