import Bell from 'lucide-react/icons/bell';
import Shield from 'lucide-react/icons/shield';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useRegistration, useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
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

export function HomeSections({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <Family />
      <Features />
      <How isSignedIn={isSignedIn} />
      <History />
      <Operator />
    </>
  );
}

function Features() {
  const { t, texts } = useTranslation('home');
  return (
    <section className="stack gap-4" aria-labelledby="home-features">
      <h2 id="home-features">{texts.home.featuresTitle}</h2>
      <div className={`${styles.cards} stack gap-4`}>
        {FEATURES.map(({ key, Icon }) => (
          <Card key={key} className="stack top gap-2">
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

function How({ isSignedIn }: { isSignedIn: boolean }) {
  const { texts } = useTranslation('home');
  const isOpen = useRegistration() === 'open';
  return (
    <section className={`${styles.how} stack gap-5`} aria-labelledby="home-how">
      <Picture label={texts.home.how.picture} />
      <div className="stack start gap-4">
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

function History() {
  const { texts } = useTranslation('home');
  return (
    <section className={`${styles.history} stack gap-5`} aria-labelledby="home-history">
      <div className={`${styles.words} stack start gap-4`}>
        <h2 id="home-history">{texts.home.history.title}</h2>
        <p className="muted">{texts.home.history.text}</p>
        <LinkButton to="/history" variant="secondary" label={texts.home.history.action} />
      </div>
      <AfternoonChart />
    </section>
  );
}

function Family() {
  const { texts } = useTranslation('home');
  const { title, text, homeAgain, picture } = texts.home.family;
  return (
    <section className={`${styles.how} stack gap-5`} aria-labelledby="home-family">
      <div className={`${styles.words} stack start gap-4`}>
        <h2 id="home-family">{title}</h2>
        <p className="large muted">{text}</p>
        <p className="large strong">{homeAgain}</p>
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

/** The operator, by name if set, and where the data are. */
function Operator() {
  const { t, texts } = useTranslation('home');
  const { name } = useSiteInfo();
  const { title, unnamed, text, about } = texts.home.host;
  return (
    <section className={`${styles.words} stack start gap-3`} aria-labelledby="home-host">
      <h2 id="home-host">{title}</h2>
      <p>{`${name ? t(($) => $.home.host.named, { name }) : unnamed} ${text}`}</p>
      <p className="row gap-4">
        <Link to="/about" className="target">
          {about}
        </Link>
        <Link to="/privacy" className="target">
          {texts.common.footer.privacy}
        </Link>
      </p>
    </section>
  );
}

/** Decorative: three visits, the last one ongoing. */
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

function Picture({ label }: { label: string }) {
  return (
    <svg className={pictureStyles.picture} viewBox="0 0 480 360" role="img" aria-label={label}>
      <clipPath id="home-picture-frame">
        <rect width="480" height="360" rx="28" />
      </clipPath>
      <g clipPath="url(#home-picture-frame)">
        <Scenery />
        <House />
        <path fill="var(--path)" d="M196 284h48c2 22 44 44 96 76H150c36-26 48-52 46-76z" />
        <Friend at="176 246" coat="#6a4699" bag="#f2a65a" skin="#f0c39c" hair="#6b4326" />
        <Friend at="262 262" coat="#d0653f" bag="#2f7f9a" skin="#a8714b" hair="#2a1c14" />
      </g>
    </svg>
  );
}

function Scenery() {
  return (
    <>
      <rect fill="var(--sky)" width="480" height="360" />
      <circle fill="var(--sun)" cx="392" cy="92" r="40" />
      <path fill="var(--far-hill)" d="M0 236c90-46 170-40 250-18s160 4 230-30v172H0z" />
      <path fill="var(--hill)" d="M0 278c80-22 170-26 250-14s160 10 230-6v102H0z" />
      <rect fill="var(--trunk)" x="55" y="236" width="10" height="44" rx="5" />
      <ellipse fill="var(--tree)" cx="60" cy="204" rx="32" ry="46" />
      <rect fill="var(--trunk)" x="418" y="232" width="8" height="36" rx="4" />
      <ellipse fill="var(--tree)" cx="422" cy="208" rx="25" ry="36" />
    </>
  );
}

const LIGHT = '#ffd576';
const LINE = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

function House() {
  return (
    <>
      <path fill="var(--wall)" d="M116 284V172L220 88l104 84v112z" />
      <path {...LINE} stroke="var(--roof)" strokeWidth="18" d="M100 180 220 80l120 100" />
      <rect fill="var(--roof)" x="276" y="84" width="22" height="46" rx="3" />
      <rect fill={LIGHT} x="138" y="196" width="38" height="40" rx="6" />
      <rect fill={LIGHT} x="272" y="196" width="34" height="40" rx="6" />
      <path stroke="var(--wall)" strokeWidth="3" d="M157 196v40M138 216h38M289 196v40M272 216h34" />
      <path fill={LIGHT} d="M196 284v-58a24 24 0 0 1 48 0v58z" />
      <path fill="var(--door)" d="M244 284v-58c0-9-4-16-11-21l26 10v80z" />
      <circle fill="#fbe3bd" cx="253" cy="254" r="2.5" />
      <circle fill="var(--door)" cx="220" cy="146" r="22" />
      <path {...LINE} stroke="#ffffff" strokeWidth="5" d="m209 146 8 8 14-15" />
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
