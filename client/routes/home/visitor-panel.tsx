import DoorOpen from 'lucide-react/icons/door-open';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import home from '#client/routes/home.module.css';
import { useRegistration } from '#client/session/use-registration.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { Link } from '#client/ui/link.tsx';
import type { Status } from '#domain/documents.ts';
import styles from './visitor-panel.module.css';

/** The choices of a visitor: create an account, the one filled button, log in, or see what check-in and check-out are. */
export function VisitorPanel({ onMode }: { onMode: (mode: Status) => void }) {
  const { t } = useTranslation();
  const registration = useRegistration();
  return (
    <>
      <div className={styles.join}>
        {registration === 'open' ? (
          <>
            <LinkButton to="/register" wide>
              {t(($) => $.home.register)}
            </LinkButton>
            <p className={styles.free}>{t(($) => $.home.free)}</p>
          </>
        ) : (
          <p className={styles.free}>{t(($) => $.common.registration[registration])}</p>
        )}
        <p className={styles.haveAccount}>
          {t(($) => $.home.haveAccount)} <Link to="/login">{t(($) => $.home.logIn)}</Link>
        </p>
      </div>
      <div className={styles.panel}>
        <h2 className={styles.ask}>{t(($) => $.home.ask)}</h2>
        <div className={home.taps}>
          <Button
            variant="secondary"
            className={styles.tap}
            icon={<UserRoundCheck size={24} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => onMode('in')}
          >
            {t(($) => $.common.checkIn)}
          </Button>
          <Button
            variant="secondary"
            className={styles.tap}
            icon={<DoorOpen size={24} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => onMode('out')}
          >
            {t(($) => $.common.checkOut)}
          </Button>
        </div>
      </div>
    </>
  );
}
