import Bell from 'lucide-react/icons/bell';
import Shield from 'lucide-react/icons/shield';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useHost, useRegistration } from '#client/session/use-host.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import numbered from '#client/ui/numbered.module.css';
import { HomePicture } from './home-picture.tsx';
import styles from './home-sections.module.css';

const FEATURES = [
  { key: 'checkIn', Icon: UserRoundCheck },
  { key: 'notifications', Icon: Bell },
  { key: 'privacy', Icon: Shield },
] as const;

export function HomeFeatures() {
  const { t, texts } = useTranslation();
  return (
    <section className="stack gap-4" aria-labelledby="home-features">
      <h2 id="home-features">{texts.home.featuresTitle}</h2>
      <div className={`${styles.cards} stack gap-4`}>
        {FEATURES.map(({ key, Icon }) => (
          <Card key={key} className={`${styles.feature} stack gap-2`}>
            <span className={`${styles.featureIcon} center`}>
              <Icon size={26} aria-hidden="true" />
            </span>
            <h3>{t(($) => $.home.features[key].title)}</h3>
            <p className="muted">{t(($) => $.home.features[key].text)}</p>
          </Card>
        ))}
      </div>
    </section>
  );
}

export function HomeHow({ isSignedIn }: { isSignedIn: boolean }) {
  const { texts } = useTranslation();
  const isOpen = useRegistration() === 'open';
  return (
    <section className={`${styles.how} stack gap-5`} aria-labelledby="home-how">
      <HomePicture label={texts.home.how.picture} />
      <div className={`${styles.steps} stack gap-4`}>
        <h2 id="home-how">{texts.home.how.title}</h2>
        <ol className={`${numbered.list} ${styles.numbered} stack gap-3 large`}>
          <li>{texts.home.how.one}</li>
          <li>{texts.home.how.two}</li>
          <li>{texts.home.how.three}</li>
        </ol>
        {!isSignedIn && isOpen && <LinkButton to="/register" label={texts.home.how.register} />}
      </div>
    </section>
  );
}

export function HomeHistory() {
  const { texts } = useTranslation();
  return (
    <section className={`${styles.history} stack gap-5`} aria-labelledby="home-history">
      <div className={`${styles.words} stack gap-4`}>
        <h2 id="home-history">{texts.home.history.title}</h2>
        <p className="muted">{texts.home.history.text}</p>
        <LinkButton to="/history" variant="secondary" label={texts.home.history.action} />
      </div>
      <AfternoonChart />
    </section>
  );
}

/** The other family's view of a visit, which needs no account. */
export function HomeFamily() {
  const { texts } = useTranslation();
  const { title, text, picture } = texts.home.family;
  return (
    <section className={`${styles.how} stack gap-5`} aria-labelledby="home-family">
      <div className={`${styles.words} stack gap-4`}>
        <h2 id="home-family">{title}</h2>
        <p className="large muted">{text}</p>
      </div>
      <div role="img" aria-label={picture.label}>
        <div aria-hidden="true" className={`${styles.visit} stack gap-3 raised surface`}>
          <p className={`${styles.pill} tone-in inline gap-2 strong`}>
            <UserRoundCheck size={20} />
            <span>{texts.common.checkedIn}</span>
          </p>
          <p className={styles.headline}>{picture.headline}</p>
          <p className="large strong numbers">{picture.arrived}</p>
          <p className="muted numbers">{picture.planned}</p>
          <p className="flow gap-2">
            {picture.answers.map((answer) => (
              <span key={answer} className={`${styles.answer} target strong`}>
                {answer}
              </span>
            ))}
          </p>
        </div>
      </div>
    </section>
  );
}

/** The host, by name if one is set, and where data lie. */
export function HomeHost() {
  const { t, texts } = useTranslation();
  const { name } = useHost();
  const { title, unnamed, text, about, privacy } = texts.home.host;
  return (
    <section className={`${styles.words} stack gap-3`} aria-labelledby="home-host">
      <h2 id="home-host">{title}</h2>
      <p>{`${name ? t(($) => $.home.host.named, { name }) : unnamed} ${text}`}</p>
      <p className="row gap-4">
        <Link to="/about" className="target">
          {about}
        </Link>
        <Link to="/privacy" className="target">
          {privacy}
        </Link>
      </p>
    </section>
  );
}

/** A decoration: three visits of one afternoon as bars, the last one ongoing. */
function AfternoonChart() {
  return (
    <svg className={styles.afternoon} viewBox="0 0 360 150" aria-hidden="true" focusable="false">
      <path stroke="var(--line)" strokeWidth="2" d="M90 6v138M170 6v138M250 6v138M330 6v138" />
      <g fill="var(--in-soft-text)" fillOpacity="0.35">
        <circle cx="30" cy="30" r="17" />
        <rect x="84" y="17" width="150" height="26" rx="13" />
      </g>
      <g fill="var(--out)" fillOpacity="0.45">
        <circle cx="30" cy="76" r="17" />
        <rect x="128" y="63" width="120" height="26" rx="13" />
      </g>
      <g fill="var(--in)">
        <circle cx="30" cy="122" r="17" />
        <rect x="188" y="109" width="160" height="26" rx="13" />
      </g>
      <circle fill="var(--on-in)" cx="335" cy="122" r="6" />
    </svg>
  );
}
