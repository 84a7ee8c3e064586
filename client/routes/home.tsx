import DoorOpen from 'lucide-react/icons/door-open';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { Fragment, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { presentVisitors } from '#client/features/here-now/board-order.ts';
import { namesApart, PersonName } from '#client/people/person-name.tsx';
import { knowsToday } from '#client/people/visit-span.ts';
import { parseReturnTo } from '#client/session/return-to.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useRegistration } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { House } from '#client/ui/house.tsx';
import { lazyDialog, noMessage, suspendingComponent } from '#client/ui/lazy/lazy-component.tsx';
import { Link } from '#client/ui/link.tsx';
import { PageTitle } from '#client/ui/sections.tsx';
import type { Status } from '#domain/documents.ts';
import { HomeSections } from './home/home-sections.tsx';
import { SampleBoard } from './home/sample-board.tsx';
import styles from './home.module.css';

const CheckInModal = lazyDialog(() => import('./check-in-modal.tsx'), 'CheckInModal');
const Today = suspendingComponent(
  () => import('#client/features/pictures/day-picture.tsx'),
  'Today',
  noMessage,
);

export function Home() {
  const household = useHouseholdIfAny();
  const [mode, setMode] = useModal();
  return (
    <div className={`${styles.page} page stack`}>
      <HomeHero isSignedIn={household !== undefined} onMode={setMode} />
      {!household && <HomeSections />}
      {mode && <CheckInModal mode={mode} onClose={() => setMode(undefined)} />}
    </div>
  );
}

/** Reopens, once, the modal opened before signing in. */
function useModal(): [Status | undefined, (mode: Status | undefined) => void] {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { open } = parseReturnTo(state);
  const [mode, setMode] = useState(open);
  useEffect(() => {
    if (open) void navigate('.', { replace: true, state: null });
  }, [open, navigate]);
  return [mode, setMode];
}

/** The title stays the same element at sign-out, when it has the focus. */
function HomeHero({ isSignedIn, onMode }: { isSignedIn: boolean; onMode: (mode: Status) => void }) {
  const { texts } = useTranslation('home');
  return (
    <section className={`${styles.hero} relative stack gap-5`} data-signed-in={isSignedIn || undefined}>
      <div className={`${styles.words} stack gap-3`}>
        <PageTitle tab={texts.home.tab} className={isSignedIn ? styles.welcome : styles.title}>
          {isSignedIn ? (
            texts.home.title
          ) : (
            <>
              <span className={styles.welcome}>{`${texts.home.title} `}</span>
              <span className={styles.promise}>{texts.home.promise}</span>
            </>
          )}
        </PageTitle>
        {isSignedIn ? (
          <div className={`${styles.panel} stack gap-3`}>
            <WhoIsHere />
            <Taps variants={['checkIn', 'checkOut']} className={styles.tap} iconSize={30} onMode={onMode} />
          </div>
        ) : (
          <>
            <p className={`${styles.description} large muted`}>{texts.home.description}</p>
            <VisitorPanel onMode={onMode} />
          </>
        )}
      </div>
      {isSignedIn ? <TodayWhenKnown /> : <SampleBoard />}
    </section>
  );
}

/** Until then as high as the screen, so that the footer never moves in sight. */
function TodayWhenKnown() {
  const isLocked = useIsLocked();
  const isKnown = useViewPart((view) => view.state === 'loaded' && knowsToday(view));
  const list = useViewPart(({ children }) => children) ?? [];
  const history = useViewPart((view) => view.history) ?? [];
  const later = <div className={styles.later} />;
  return (
    <Suspense fallback={later}>
      {isKnown && !isLocked ? <Today list={list} history={history} /> : later}
    </Suspense>
  );
}

/** One filled button: create an account. */
function VisitorPanel({ onMode }: { onMode: (mode: Status) => void }) {
  const { t, texts } = useTranslation('home');
  const registration = useRegistration();
  return (
    <>
      <div className={`${styles.join} stack`}>
        {registration === 'open' ? (
          <>
            <LinkButton to="/register" wide label={texts.home.register} />
            <p className={`${styles.free} text-center muted small`}>{texts.home.free}</p>
          </>
        ) : (
          <p className={`${styles.free} text-center muted small`}>
            {t(($) => $.common.registration[registration])}
          </p>
        )}
        <p className="text-center">
          <span>{`${texts.common.registration.haveAccount} `}</span>
          <Link to="/login" className="target strong">
            {texts.common.nav.signIn}
          </Link>
        </p>
      </div>
      <div className={`${styles.visitorPanel} stack gap-2`}>
        <h2 className="medium">{texts.home.ask}</h2>
        <Taps
          variants={['secondary', 'secondary']}
          className={styles.visitorTap}
          iconSize={24}
          onMode={onMode}
        />
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

function Taps({ variants: [checkIn, checkOut], className, iconSize, onMode }: TapsProps) {
  const { texts } = useTranslation();
  const shared = { className, 'aria-haspopup': 'dialog' } as const;
  return (
    <div className="columns stack gap-3">
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

/** Visitors named; the others are counted. */
const NAMED = 3;

/** Keeps its height while unknown, or hidden because the session ended elsewhere. */
function WhoIsHere() {
  const { t, texts } = useTranslation();
  const isLocked = useIsLocked();
  const state = useViewPart((view) => view.state);
  const list = useViewPart(({ children }) => children) ?? [];
  const present = presentVisitors(list);
  const named = present.slice(0, NAMED);
  const others = present.length - named.length;
  const shortNames = namesApart(named.map(({ visitor }) => visitor.name));
  return (
    <section aria-label={texts.hereNow.heading} className={`${styles.here} row`}>
      {state === 'loaded' && !isLocked && (
        <>
          <House lit={present.length} className={styles.house} />
          <div className={`${styles.present} wrap`}>
            <p className={styles.count}>{t(($) => $.people.hereCount, { count: present.length })}</p>
            <p className="muted small">
              {named.map(({ visitor }, place) => (
                <Fragment key={visitor.ref.visitor}>
                  {place > 0 && <span>, </span>}
                  <PersonName>{shortNames[place] ?? ''}</PersonName>
                </Fragment>
              ))}
              {others > 0 && <span>{` +${others}`}</span>}
              {named.length === 0 && <span>{texts.hereNow.nobodyHint}</span>}
            </p>
          </div>
        </>
      )}
    </section>
  );
}
