import { createContext, Suspense, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CrashBoundary } from '#client/lib/crash-boundary.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { useAuth } from '#client/session/auth.tsx';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';
import { useDataPart, useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { ignoreGhostTaps } from '#client/ui/feedback/ghost-tap-guard.ts';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useFocusOnNavigation } from '#client/ui/hooks/use-focus-on-navigation.ts';
import { lazyComponent, lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { LoadBoundary } from '#client/ui/lazy/load-boundary.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Language } from '#domain/language.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { useSignedInShell } from './signed-in-shell.ts';
import { useReload } from './use-reload.ts';

/** The skip link, header, banners, footer and bottom bar around every page. */
export function Layout({ children }: { children: Elements }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const shell = useSignedInShell();
  useFocusOnNavigation(pathname);
  useProfileLanguage();
  useEffect(ignoreGhostTaps, []);
  return (
    <>
      <a className={`${styles.skip} strong`} href="#main">
        {t(($) => $.common.nav.skip)}
      </a>
      <Header />
      <UnsafeAddress />
      {shell ? <shell.Banners /> : <HeldAccounts />}
      <main id="main" tabIndex={-1} className={classes(styles.main, shell && styles.signedIn)}>
        <CrashBoundary crash={<Crash />}>
          <LoadBoundary page={pathname} around={missingPage}>
            <Suspense
              fallback={
                <div className={`${styles.loading} page`}>
                  <Skeleton />
                </div>
              }
            >
              {children}
              <FirstPaint />
            </Suspense>
          </LoadBoundary>
        </CrashBoundary>
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
function missingPage(message: Elements) {
  return (
    <div className={`${styles.crash} stack gap-4`}>
      {message}
      <FirstPaint />
    </div>
  );
}

/** Replaces what crashed. */
export function Crash() {
  const { t } = useTranslation();
  const { reload, isReloading } = useReload();
  return (
    <div className={`${styles.crash} stack gap-4`} role="alert">
      <PageTitle>{t(($) => $.common.crash.title)}</PageTitle>
      <p>{t(($) => $.common.crash.text)}</p>
      <Button label={t(($) => $.common.crash.reload)} busy={isReloading} onClick={reload} />
      <FirstPaint />
    </div>
  );
}

/** Called when the first page, or an error page in its place, has been drawn or hydrated. */
export const FirstPaintContext = createContext<() => void>(() => undefined);

/** Renders nothing. As a sibling of the page its effect runs after the page was drawn or hydrated. */
function FirstPaint() {
  const onFirstPaint = useContext(FirstPaintContext);
  useEffect(onFirstPaint, [onFirstPaint]);
  return null;
}

const AccountDeletedDialog = lazyDialog(() => import('./account-deleted-dialog.tsx'), 'AccountDeletedDialog');

/** Goes to the home page and opens a dialog when the account was deleted, here or on another device. */
function AccountDeleted() {
  const navigate = useNavigate();
  const isDeleted = useDataPart((data) => data.isAccountGone());
  useEffect(() => {
    if (isDeleted) void navigate('/', { replace: true });
  }, [isDeleted, navigate]);
  return isDeleted ? <AccountDeletedDialog /> : null;
}

const HeldBanner = lazyComponent(() => import('./held-banner.tsx'), 'HeldBanner');

/** Names the other accounts whose unsent taps this device holds. */
function HeldAccounts() {
  const list = useDataPart((data) => data.held.list) ?? [];
  return list.length > 0 ? <HeldBanner list={list} /> : null;
}

const PlainHttp = lazyComponent(() => import('./plain-http.tsx'), 'PlainHttp');

/** Tells a visitor who came by plain http that nothing works there: the server takes no sign-in, the browser keeps nothing. */
function UnsafeAddress() {
  return useAfterHydration(() => !window.isSecureContext) ? <PlainHttp /> : null;
}

/**
 * Applies the profile's language at sign-in and whenever it changes, here or on another phone. At page load the detected
 * language has precedence: it follows the last choice on this device, or the URL.
 */
function useProfileLanguage(): void {
  const household = useHouseholdIfAny();
  const profileLanguage = useAuth().profile?.language;
  const { translations } = useTranslation();
  const applied = useRef<{ household: typeof household; isPageLoad: boolean; language?: Language }>({
    household,
    isPageLoad: true,
  });
  useEffect(() => {
    if (applied.current.household !== household) applied.current = { household, isPageLoad: false };
    const { isPageLoad, language } = applied.current;
    if (profileLanguage === undefined || profileLanguage === language) return;
    applied.current.language = profileLanguage;
    if (isPageLoad && language === undefined) return;
    translations.choose(profileLanguage).catch(console.error);
  }, [household, profileLanguage, translations]);
}
