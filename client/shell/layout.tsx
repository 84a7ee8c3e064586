import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigationType } from 'react-router';
import { useDailyPages } from '#client/app/use-prefetched-pages.ts';
import { TellProvider } from '#client/session/use-tell.tsx';
import { classes } from '#client/ui/classes.ts';
import { ignoreEchoes } from '#client/ui/feedback/echo.ts';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { GoneAccount } from './account-deleted.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shown } from './first-paint.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { useParentFrame } from './signed-in-shell.ts';
import { useProfileLanguage } from './use-profile-language.ts';

/** What stands around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const frame = useParentFrame();
  useFocusOnNavigation();
  useProfileLanguage();
  useDailyPages();
  useEffect(ignoreEchoes, []);
  return (
    <TellProvider>
      <a className={styles.skip} href="#main">
        {t(($) => $.common.nav.skip)}
      </a>
      <Header />
      {frame && <frame.Notices />}
      <main id="main" tabIndex={-1} className={classes(styles.main, frame && styles.filled)}>
        <ErrorBoundary page={pathname}>
          <Suspense
            fallback={
              <div className={styles.coming}>
                <Skeleton />
              </div>
            }
          >
            {children}
            <Shown />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <GoneAccount />
      {frame && <frame.BottomBar />}
    </TellProvider>
  );
}

/** On another page the focus goes to its heading, so that a screen reader says where one is. */
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
