import LogIn from 'lucide-react/icons/log-in';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { HouseholdView } from '#client/data/port.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { lazyComponent } from '#client/ui/lazy-component.tsx';
import styles from './banners.module.css';

const Refused = lazyComponent(() =>
  import('#client/features/unsent/refused.tsx').then(({ Refused: Box }) => Box),
);

/** What a parent has to know on whatever page they are: the session ended, or the server refused something. */
export function Banners() {
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const mismatch = useViewPart((view) => view.mismatch);
  const refused = useViewPart((view) => view.refused) ?? [];
  if (!household || (!isLocked && !mismatch && refused.length === 0)) return null;
  return (
    <div className={styles.banners}>
      {mismatch && <Mismatch which={mismatch} />}
      {isLocked ? (
        <SignInAgain />
      ) : (
        refused.map((one) => <Refused key={one.op} refused={one} household={household} />)
      )}
    </div>
  );
}

/** Reloading helps where the page is the older one; where the server is, its host has to renew it. */
function Mismatch({ which }: { which: NonNullable<HouseholdView['mismatch']> }) {
  const { t } = useTranslation();
  const isOld = which === 'page-too-old';
  return (
    <div className={styles.banner} role="status">
      <div>
        <strong>{t(($) => (isOld ? $.common.banner.tooOldTitle : $.common.banner.tooNewTitle))}</strong>
        <p>{t(($) => (isOld ? $.common.banner.tooOldText : $.common.banner.tooNewText))}</p>
      </div>
      {isOld && <Button onClick={() => location.reload()}>{t(($) => $.common.crash.reload)}</Button>}
    </div>
  );
}

function SignInAgain() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isThere = pathname === '/login' || pathname === '/register';
  return (
    <div className={styles.banner} role="status">
      <div>
        <strong>{t(($) => $.common.banner.lockedTitle)}</strong>
        <p>{t(($) => $.common.banner.lockedText)}</p>
      </div>
      {!isThere && (
        <LinkButton
          to="/login"
          state={{ from: pathname + search }}
          icon={<LogIn size={20} aria-hidden="true" />}
        >
          {t(($) => $.common.nav.signIn)}
        </LinkButton>
      )}
    </div>
  );
}
