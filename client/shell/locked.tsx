import LogIn from 'lucide-react/icons/log-in';
import { useContext, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useHouseholdIfAny, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { UnsavedContext } from '#client/ui/hooks/unsaved.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-dialog.tsx';
import { isPage, kindOf } from '#domain/pages/pages.ts';
import styles from './banners.module.css';

const SignInAgain = lazyDialog(() =>
  import('#client/features/sign-in/sign-in-again.tsx').then(({ SignInAgain: Sheet }) => Sheet),
);

/**
 * The session ended elsewhere. If that happened while the page was in use, a sheet asks to sign in again over the hidden
 * page; a public page stays readable, so there the sheet can be closed.
 */
export function Locked() {
  const { pathname } = useLocation();
  const wasOpen = useViewPart((view) => view.wasOpen) ?? false;
  const isGuarded = isPage(pathname) && kindOf(pathname) === 'guarded';
  const [isOpen, setOpen] = useState(wasOpen && pathname === '/');
  useWithdrawnToasts();
  useForgotten();
  if (isGuarded && wasOpen) return <SignInAgain />;
  return (
    <>
      <Banner onSignIn={wasOpen ? () => setOpen(true) : undefined} />
      {isOpen && <SignInAgain onClose={() => setOpen(false)} />}
    </>
  );
}

function Banner({ onSignIn }: { onSignIn: (() => void) | undefined }) {
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

/**
 * Drops the family from memory if its session was ended on purpose. A page with a half-filled form stays as it is, hidden,
 * until it is left.
 */
function useForgotten(): void {
  const household = useHouseholdIfAny();
  const isEnded = useViewPart(({ ended }) => ended) ?? false;
  const { pathname } = useLocation();
  const forms = useContext(UnsavedContext);
  // Read while the first render still sees the forms of the page that is being hidden.
  const [kept] = useState(() => ((forms?.count() ?? 0) > 0 ? pathname : undefined));
  useEffect(() => {
    if (isEnded && kept !== pathname) household?.forget();
  }, [household, isEnded, kept, pathname]);
}

/** Withdraws every toast: they name people, and say that taps were made which in fact wait. */
function useWithdrawnToasts(): void {
  const { t } = useTranslation();
  const toast = useToast();
  const count = useViewPart(({ waiting }) => waiting) ?? 0;
  const isTold = useRef(false);
  useEffect(() => {
    if (isTold.current) return;
    isTold.current = true;
    const text =
      count === 0
        ? t(($) => $.common.banner.lockedTitle)
        : t(($) => $.common.banner.waitingForSignIn, { count });
    toast({ text, withdraws: 'all' });
  });
}
