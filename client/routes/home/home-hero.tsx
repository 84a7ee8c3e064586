import DoorOpen from 'lucide-react/icons/door-open';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { WhoIsHere } from '#client/features/here-now/who-is-here.tsx';
import home from '#client/routes/home.module.css';
import { useRegistration } from '#client/session/use-host.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Status } from '#domain/documents.ts';
import styles from './home-hero.module.css';
import { SampleBoard } from './sample-board.tsx';

interface HomeHeroProps {
  isSignedIn: boolean;
  onMode: (mode: Status) => void;
}

/**
 * The title and the check-in and check-out buttons, which fit on the first screen of a small phone; for a parent the buttons
 * come first, with who is here. The title stays the same element when somebody signs out, because it has the focus then.
 */
export function HomeHero({ isSignedIn, onMode }: HomeHeroProps) {
  const { texts } = useTranslation();
  return (
    <section className={`${home.hero} stack gap-5`} data-signed-in={isSignedIn || undefined}>
      {isSignedIn && <ParentPanel onMode={onMode} />}
      <div className={`${styles.words} stack gap-3`}>
        <PageTitle tab={texts.home.tab} className={home.title}>
          {isSignedIn ? texts.home.title : <WelcomeAndPromise />}
        </PageTitle>
        <p className={`${home.description} large muted`}>{texts.home.description}</p>
        {!isSignedIn && <VisitorPanel onMode={onMode} />}
      </div>
      {!isSignedIn && <SampleBoard />}
    </section>
  );
}

/** The first words to a parent who never heard of Framme: the welcome above what it promises. */
function WelcomeAndPromise() {
  const { texts } = useTranslation();
  return (
    <>
      <span className={`${styles.welcome} medium`}>{`${texts.home.title} `}</span>
      <span className={styles.promise}>{texts.home.promise}</span>
    </>
  );
}

/** The visitors here, and the check-in and check-out buttons of a signed-in parent. */
function ParentPanel({ onMode }: { onMode: (mode: Status) => void }) {
  const { texts } = useTranslation();
  return (
    <div className={`${home.panel} stack gap-3`}>
      <WhoIsHere />
      <Taps variants={['checkIn', 'checkOut']} className={home.tap} iconSize={30} onMode={onMode} />
      <LinkButton to="/dashboard" variant="secondary" wide label={texts.home.toDashboard} />
    </div>
  );
}

/** The choices of a visitor: create an account, the one filled button, log in, or see what check-in and check-out are. */
function VisitorPanel({ onMode }: { onMode: (mode: Status) => void }) {
  const { t, texts } = useTranslation();
  const registration = useRegistration();
  return (
    <>
      <div className={`${styles.join} stack`}>
        {registration === 'open' ? (
          <>
            <LinkButton to="/register" wide label={texts.home.register} />
            <p className={`${styles.free} muted small`}>{texts.home.free}</p>
          </>
        ) : (
          <p className={`${styles.free} muted small`}>{t(($) => $.common.registration[registration])}</p>
        )}
        <p className={styles.haveAccount}>
          <span>{`${texts.home.haveAccount} `}</span>
          <Link to="/login">{texts.home.logIn}</Link>
        </p>
      </div>
      <div className={`${styles.panel} stack gap-2`}>
        <h2 className="medium">{texts.home.ask}</h2>
        <Taps variants={['secondary', 'secondary']} className={styles.tap} iconSize={24} onMode={onMode} />
      </div>
    </>
  );
}

interface TapsProps {
  variants: readonly ['checkIn', 'checkOut'] | readonly ['secondary', 'secondary'];
  className: string | undefined;
  iconSize: number;
  onMode: (mode: Status) => void;
}

/** The buttons that open the modal: check in and check out. */
function Taps({ variants: [checkIn, checkOut], className, iconSize, onMode }: TapsProps) {
  const { texts } = useTranslation();
  const shared = { className, 'aria-haspopup': 'dialog' } as const;
  return (
    <div className={`${home.taps} stack gap-3`}>
      <Button
        {...shared}
        variant={checkIn}
        icon={UserRoundCheck}
        iconSize={iconSize}
        label={texts.common.checkIn}
        onClick={() => onMode('in')}
      />
      <Button
        {...shared}
        variant={checkOut}
        icon={DoorOpen}
        iconSize={iconSize}
        label={texts.common.checkOut}
        onClick={() => onMode('out')}
      />
    </div>
  );
}
