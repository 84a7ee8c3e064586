import DoorOpen from 'lucide-react/icons/door-open';
import House from 'lucide-react/icons/house';
import styles from '#client/routes/home.module.css';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Status } from '#domain/documents.ts';

interface HomeHeroProps {
  isSignedIn: boolean;
  onMode: (mode: Status) => void;
}

/** The title and the check-in and check-out buttons, which fit on the first screen of a small phone. */
export function HomeHero({ isSignedIn, onMode }: HomeHeroProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.hero}>
      <div className={styles.welcome}>
        <PageTitle tab={t(($) => $.home.tab)} className={styles.title}>
          {t(($) => $.home.title)}
        </PageTitle>
        <p className={styles.description}>{t(($) => $.home.description)}</p>
      </div>
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
        {isSignedIn ? <ToDashboard /> : <Join />}
      </div>
    </section>
  );
}

function ToDashboard() {
  const { t } = useTranslation();
  return (
    <LinkButton to="/dashboard" variant="secondary" wide>
      {t(($) => $.home.toDashboard)}
    </LinkButton>
  );
}

function Join() {
  const { t } = useTranslation();
  return (
    <>
      <LinkButton to="/register" wide>
        {t(($) => $.home.register)}
      </LinkButton>
      <p className={styles.haveAccount}>
        {t(($) => $.home.haveAccount)} <Link to="/login">{t(($) => $.home.logIn)}</Link>
      </p>
    </>
  );
}
