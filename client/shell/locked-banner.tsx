import LogIn from 'lucide-react/icons/log-in';
import { useLocation } from 'react-router';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import styles from './banners.module.css';

/** Says on a page that stays readable that the session ended elsewhere; `onSignIn` opens the sheet that signs in again. */
export function LockedBanner({ onSignIn }: { onSignIn: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isSignInPage = pathname === '/login' || pathname === '/register';
  const look = { icon: <LogIn size={20} aria-hidden="true" />, children: t(($) => $.common.nav.signIn) };
  const from = pathname + search;
  return (
    <div className={styles.banner} role="status">
      <div>
        <strong>{t(($) => $.common.banner.lockedTitle)}</strong>
        <p>{t(($) => $.common.banner.lockedText)}</p>
      </div>
      {!isSignInPage &&
        (onSignIn ? (
          <Button {...look} onClick={onSignIn} />
        ) : (
          <LinkButton to="/login" state={{ from }} {...look} />
        ))}
    </div>
  );
}
