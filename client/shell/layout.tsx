import { createContext, Suspense, useContext, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CrashBoundary } from '#client/lib/crash-boundary.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { useAuth } from '#client/session/auth.tsx';
import { useAfterHydration, useDataPart, useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { ignoreGhostTaps } from '#client/ui/feedback/ghost-tap-guard.ts';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { useFocusOnNavigation } from '#client/ui/hooks/use-navigation.ts';
import { House } from '#client/ui/house.tsx';
import { LoadBoundary, lazyComponent, lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { PageTitle } from '#client/ui/sections.tsx';
import type { Language } from '#domain/language.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { useSignedInShell } from './signed-in-shell.ts';
import { useReload } from './use-reload.ts';

export function Layout({ children }: { children: Elements }) {
  const { texts } = useTranslation();
  const { pathname } = useLocation();
  const shell = useSignedInShell();
  useFocusOnNavigation(pathname);
  useProfileLanguage();
  useEffect(ignoreGhostTaps, []);
  return (
    <>
      <a className={`${styles.skip} strong`} href="#main">
        {texts.common.nav.skip}
      </a>
      <Header />
      <UnsafeAddress />
      {shell ? <shell.Banners /> : <OtherAccounts />}
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
      {/* Below the page, whose rows must not move under a finger. */}
      {shell && <OtherAccounts />}
      {shell && <shell.Updates />}
      <Footer />
      <AccountDeleted />
      {shell && <shell.BottomBar />}
    </>
  );
}

function missingPage(message: Elements) {
  return (
    <div className={`${styles.crash} stack gap-4`}>
      {message}
      <FirstPaint />
    </div>
  );
}

export function Crash() {
  const { texts } = useTranslation();
  const { reload, isReloading } = useReload();
  return (
    <div className={`${styles.crash} stack gap-4`} role="alert">
      <House lit={0} />
      <PageTitle>{texts.common.crash.title}</PageTitle>
      <p>{texts.common.crash.text}</p>
      <Button label={texts.common.crash.reload} busy={isReloading} onClick={reload} />
      <FirstPaint />
    </div>
  );
}

/** After the first page or error page is drawn or hydrated. */
export const FirstPaintContext = createContext<() => void>(() => undefined);

/** A sibling of the page: its effect runs after the page is drawn or hydrated. */
function FirstPaint() {
  const onFirstPaint = useContext(FirstPaintContext);
  useEffect(onFirstPaint, [onFirstPaint]);
  return null;
}

const AccountDeletedDialog = lazyDialog(() => import('./rare-notices.tsx'), 'AccountDeletedDialog');

/** Deleted here or on another device. */
function AccountDeleted() {
  const navigate = useNavigate();
  const isDeleted = useDataPart((data) => data.isAccountGone());
  useEffect(() => {
    if (isDeleted) void navigate('/', { replace: true });
  }, [isDeleted, navigate]);
  return isDeleted ? <AccountDeletedDialog /> : null;
}

const OtherAccountsBanner = lazyComponent(() => import('./rare-notices.tsx'), 'OtherAccountsBanner');

function OtherAccounts() {
  const list = useDataPart((data) => data.otherAccounts.list) ?? [];
  return list.length > 0 ? <OtherAccountsBanner list={list} /> : null;
}

const PlainHttp = lazyComponent(() => import('./rare-notices.tsx'), 'PlainHttp');

/** Over plain http the server accepts no sign-in and browsers store nothing. */
function UnsafeAddress() {
  return useAfterHydration(() => !window.isSecureContext) ? <PlainHttp /> : null;
}

/** At page load the detected language wins: this device's last choice, or the URL. */
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
