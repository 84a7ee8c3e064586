import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import { ignoreGhostTaps } from '#client/ui/feedback/ghost-tap-guard.ts';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { LoadBoundary } from '#client/ui/lazy/load-boundary.tsx';
import { AccountDeleted } from './account-deleted.tsx';
import { Crash } from './crash.tsx';
import { FirstPaint } from './first-paint.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { HeldAccounts } from './held-accounts.tsx';
import styles from './layout.module.css';
import { UnsafeAddress } from './plain-http/unsafe-address.tsx';
import { useSignedInShell } from './signed-in-shell.ts';
import { useProfileLanguage } from './use-profile-language.ts';

/** The skip link, header, banners, footer and bottom bar around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const shell = useSignedInShell();
  useFocusOnNavigation();
  useProfileLanguage();
  useEffect(ignoreGhostTaps, []);
  return (
    <>
      <a className={styles.skip} href="#main">
        {t(($) => $.common.nav.skip)}
      </a>
      <Header />
      <UnsafeAddress />
      {shell ? <shell.Banners /> : <HeldAccounts />}
      <main id="main" tabIndex={-1} className={classes(styles.main, shell && styles.signedIn)}>
        <LoadBoundary page={pathname} crash={<Crash />} around={missingPage}>
          <Suspense
            fallback={
              <div className={styles.loading}>
                <Skeleton />
              </div>
            }
          >
            {children}
            <FirstPaint />
          </Suspense>
        </LoadBoundary>
      </main>
      {/* Below the page: its rows do not move under a finger. */}
      {shell && <HeldAccounts />}
      {shell && <shell.Updates />}
      <Footer />
      <AccountDeleted />
      {shell && <shell.BottomBar />}
    </>
  );
}

/** In place of a page that could not be loaded. */
function missingPage(message: ReactNode) {
  return (
    <div className={styles.crash}>
      {message}
      <FirstPaint />
    </div>
  );
}

/** After navigation the focus goes to the page's heading, so that a screen reader announces the page. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (type !== 'POP') window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [pathname, type]);
}
