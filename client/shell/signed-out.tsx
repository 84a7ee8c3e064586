import LogIn from 'lucide-react/icons/log-in';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { isPage, kindOf } from '#domain/pages/pages.ts';
import { Banner } from './banner.tsx';

const SignInAgain = lazyDialog(() => import('#client/features/sign-in/sign-in-again.tsx'), 'SignInAgain');

/**
 * Shown after the session ended elsewhere. If that happened while the page was in use, a sheet asks to sign in again over the
 * hidden page; a public page stays readable, so there the sheet can be closed.
 */
export function SignedOut() {
  const { pathname } = useLocation();
  const wasOpen = useViewPart((view) => view.wasOpen) ?? false;
  const isGuarded = isPage(pathname) && kindOf(pathname) === 'guarded';
  const [isOpen, setOpen] = useState(wasOpen && pathname === '/');
  useWithdrawnToasts();
  if (isGuarded && wasOpen) return <SignInAgain />;
  return (
    <>
      <SignedOutBanner onSignIn={wasOpen ? () => setOpen(true) : undefined} />
      {isOpen && <SignInAgain onClose={() => setOpen(false)} />}
    </>
  );
}

/** `onSignIn` opens the sheet over the page. */
function SignedOutBanner({ onSignIn }: { onSignIn: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isSignInPage = pathname === '/login' || pathname === '/register';
  const look = { icon: LogIn, label: t(($) => $.common.nav.signIn) };
  const from = pathname + search;
  return (
    <Banner title={t(($) => $.common.banner.lockedTitle)} text={t(($) => $.common.banner.lockedText)}>
      {!isSignInPage &&
        (onSignIn ? (
          <Button {...look} onClick={onSignIn} />
        ) : (
          <LinkButton to="/login" state={{ from }} {...look} />
        ))}
    </Banner>
  );
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
