import LogIn from 'lucide-react/icons/log-in';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LinkButton } from '#client/ui/button.tsx';
import { useHouseholdIfAny, useViewIfAny } from './household.ts';
import styles from './notices.module.css';
import { Refused } from './refused.tsx';

/** What a parent has to know on whatever page they are: the session ended, or the server refused something. */
export function Notices() {
  const household = useHouseholdIfAny();
  const view = useViewIfAny();
  if (!household || !view) return null;
  if (!view.locked && view.refused.length === 0) return null;
  return (
    <div className={styles.notices}>
      {view.locked ? (
        <SignInAgain />
      ) : (
        view.refused.map((refused) => <Refused key={refused.op} refused={refused} household={household} />)
      )}
    </div>
  );
}

function SignInAgain() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isThere = pathname === '/login' || pathname === '/register';
  return (
    <div className={styles.locked} role="status">
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
