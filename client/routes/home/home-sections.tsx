import Bell from 'lucide-react/icons/bell';
import Shield from 'lucide-react/icons/shield';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useRegistration, useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { House } from '#client/ui/house.tsx';
import { Link } from '#client/ui/link.tsx';
import numbered from '#client/ui/numbered.module.css';
import { Card } from '#client/ui/sections.tsx';
import pictureStyles from './home-picture.module.css';
import styles from './home-sections.module.css';

const FEATURES = [
  { key: 'checkIn', Icon: UserRoundCheck },
  { key: 'notifications', Icon: Bell },
  { key: 'privacy', Icon: Shield },
] as const;

export function HomeSections() {
  return (
    <>
      <Features />
      <History />
    </>
  );
}

function Features() {
  const { t, texts } = useTranslation('home');
  return (
    <section className={`${styles.features} stack`} aria-labelledby="home-features">
      <h2 id="home-features">{texts.home.featuresTitle}</h2>
      <div className={`${styles.cards} stack gap-3`}>
        {FEATURES.map(({ key, Icon }) => (
          <Card key={key} className={`${styles.card} stack top`}>
            <span className={`${styles.featureIcon} center`}>
              <Icon size={24} aria-hidden="true" />
            </span>
            <h3>{t(($) => $.home.features[key].title)}</h3>
            <p className="muted">{t(($) => $.home.features[key].text)}</p>
          </Card>
        ))}
      </div>
      <How />
    </section>
  );
}

function How() {
  const { texts } = useTranslation('home');
  const isOpen = useRegistration() === 'open';
  return (
    <div className={`${styles.how} stack`}>
      <Picture label={texts.home.how.picture} />
      <div className="stack start gap-4">
        <h3 className={styles.title}>{texts.home.how.title}</h3>
        <ol className={`${numbered.list} ${styles.numbered} stack gap-3`}>
          <li>{texts.home.how.one}</li>
          <li>{texts.home.how.two}</li>
          <li>{texts.home.how.three}</li>
        </ol>
        {isOpen && <LinkButton to="/register" label={texts.home.how.register} />}
      </div>
    </div>
  );
}

function History() {
  const { t, texts } = useTranslation('home');
  const { name } = useSiteInfo();
  const { unnamed, text, about } = texts.home.host;
  return (
    <section className="stack gap-5" aria-labelledby="home-history">
      <div className={`${styles.history} stack`}>
        <div className="stack start gap-3">
          <h2 id="home-history">{texts.home.history.title}</h2>
          <p className="muted">{texts.home.history.text}</p>
          <LinkButton to="/history" variant="secondary" label={texts.home.history.action} />
        </div>
        <AfternoonChart />
      </div>
      <p className="muted small">
        <span>{`${name ? t(($) => $.home.host.named, { name }) : unnamed} ${text} `}</span>
        <Link to="/about">{about}</Link>
      </p>
    </section>
  );
}

/** Decorative: three visits. */
function AfternoonChart() {
  return (
    <svg className={styles.afternoon} viewBox="0 0 360 150" aria-hidden="true">
      <path stroke="var(--line)" strokeWidth="2" d="M90 6v138M170 6v138M250 6v138M330 6v138" />
      <path data-tone="8" d="M16 43v-13a14 14 0 0 1 28 0v13zM88 21h142v18h-142z" />
      <path data-tone="1" d="M16 89v-13a14 14 0 0 1 28 0v13zM132 67h112v18h-112z" />
      <path data-tone="5" d="M16 135v-13a14 14 0 0 1 28 0v13zM192 113h152v18h-152z" />
    </svg>
  );
}

function Picture({ label }: { label: string }) {
  return (
    <svg
      className={pictureStyles.picture}
      viewBox="0 40 480 340"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
    >
      <Scenery />
      <g transform="translate(88 94) scale(0.55)">
        <House lit={6} />
      </g>
      <path fill="var(--path)" d="M196 284h48c2 22 44 44 96 76H150c36-26 48-52 46-76z" />
      <Friend at="176 246" coat="#6a4699" bag="#f2a65a" skin="#f0c39c" hair="#6b4326" />
      <Friend at="262 262" coat="#d0653f" bag="#2f7f9a" skin="#a8714b" hair="#2a1c14" />
    </svg>
  );
}

function Scenery() {
  return (
    <>
      <rect fill="var(--sky)" width="480" height="380" />
      <circle fill="var(--sun)" cx="400" cy="136" r="36" />
      <path fill="var(--far-hill)" d="M0 236c90-46 170-40 250-18s160 4 230-30v172H0z" />
      <path fill="var(--hill)" d="M0 278c80-22 170-26 250-14s160 10 230-6v102H0z" />
      <rect fill="var(--trunk)" x="55" y="236" width="10" height="44" rx="5" />
      <ellipse fill="var(--tree)" cx="60" cy="204" rx="32" ry="46" />
      <rect fill="var(--trunk)" x="418" y="232" width="8" height="36" rx="4" />
      <ellipse fill="var(--tree)" cx="422" cy="208" rx="25" ry="36" />
    </>
  );
}

/** 34 wide and 64 high. */
function Friend({ at, coat, bag, skin, hair }: Record<'at' | 'coat' | 'bag' | 'skin' | 'hair', string>) {
  return (
    <g transform={`translate(${at})`}>
      <rect fill="var(--leg)" x="9" y="44" width="7" height="20" rx="3.5" />
      <rect fill="var(--leg)" x="19" y="44" width="7" height="20" rx="3.5" />
      <path fill={coat} d="M5 50V36a12.5 12.5 0 0 1 25 0v14z" />
      <rect fill={bag} x="9" y="28" width="17" height="19" rx="6" />
      <circle fill={skin} cx="17.5" cy="13" r="10.5" />
      <path fill={hair} d="M6.5 15C4-3 31-3 28.5 15c-2 4-4 6-5 7h-12c-1-1-3-3-5-7z" />
    </g>
  );
}
