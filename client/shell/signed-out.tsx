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

const SignInAgain = lazyDialog(() => import('#client/features/sign-in/sign-in-dialogs.tsx'), 'SignInAgain');

/** The sheet stays over a hidden guarded page; over a public page it can be closed. */
export function SignedOut() {
  const { pathname } = useLocation();
  const sessionConfirmed = useViewPart((view) => view.sessionConfirmed) ?? false;
  const isGuarded = isPage(pathname) && kindOf(pathname) === 'guarded';
  const [isOpen, setOpen] = useState(sessionConfirmed && pathname === '/');
  useWithdrawnToasts();
  if (isGuarded && sessionConfirmed) return <SignInAgain />;
  return (
    <>
      <SignedOutBanner onSignIn={sessionConfirmed ? () => setOpen(true) : undefined} />
      {isOpen && <SignInAgain onClose={() => setOpen(false)} />}
    </>
  );
}

function SignedOutBanner({ onSignIn }: { onSignIn: (() => void) | undefined }) {
  const { texts } = useTranslation();
  const { pathname, search } = useLocation();
  const isSignInPage = pathname === '/login' || pathname === '/register';
  const look = { icon: LogIn, label: texts.common.nav.signIn };
  const from = pathname + search;
  return (
    <Banner title={texts.common.banner.lockedTitle} text={texts.common.banner.lockedText}>
      {!isSignInPage &&
        (onSignIn ? (
          <Button {...look} onClick={onSignIn} />
        ) : (
          <LinkButton to="/login" state={{ from }} {...look} />
        ))}
    </Banner>
  );
}

/** Toasts name people, and report taps as done that are unsent. */
function useWithdrawnToasts(): void {
  const { t, texts } = useTranslation();
  const toast = useToast();
  const count = useViewPart(({ waiting }) => waiting) ?? 0;
  const isTold = useRef(false);
  useEffect(() => {
    if (isTold.current) return;
    isTold.current = true;
    const text =
      count === 0 ? texts.common.banner.lockedTitle : t(($) => $.common.banner.waitingForSignIn, { count });
    toast({ text, withdraws: 'all' });
  });
}
