import { Activity, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Component, Elements } from '#client/lib/jsx.ts';
import { lazyModule, loadedModule } from '#client/lib/lazy-module.ts';
import { afterRegistering, afterSignIn, useReturnTo } from '#client/session/return-to.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { appPages, isPage, kindOf, LINK_PAGE } from '#domain/pages/pages.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';
import { chunkSourceOf } from './page-chunks.ts';

type Page = Component<{ page: AppDocumentPage }>;

const LOADS: Record<ReturnType<typeof chunkSourceOf>['route'], () => Promise<Page>> = {
  home: () => import('#client/routes/home.tsx').then(({ Home }) => Home),
  'log-in': () => import('#client/routes/log-in.tsx').then(({ LogIn }) => LogIn),
  register: () => import('#client/routes/register.tsx').then(({ Register }) => Register),
  'finish-registration': () =>
    import('#client/routes/finish-registration.tsx').then(({ FinishRegistration }) => FinishRegistration),
  'signed-in': () => import('#client/routes/signed-in.tsx').then(({ SignedIn }) => SignedIn),
  dashboard: () => import('#client/routes/dashboard.tsx').then(({ Dashboard }) => Dashboard),
  history: () => import('#client/routes/history.tsx').then(({ History }) => History),
  profile: () => import('#client/routes/profile.tsx').then(({ Profile }) => Profile),
  account: () => import('#client/routes/account.tsx').then(({ AccountPage }) => AccountPage),
  'how-it-works': () => import('#client/routes/how-it-works.tsx').then(({ HowItWorks }) => HowItWorks),
  'forgot-password': () =>
    import('#client/routes/forgot-password.tsx').then(({ ForgotPassword }) => ForgotPassword),
  'mailed-link': () => import('#client/routes/mailed-link.tsx').then(({ MailedLink }) => MailedLink),
  join: () => import('#client/routes/join.tsx').then(({ Join }) => Join),
  'not-found': () => import('#client/routes/not-found.tsx').then(({ NotFound }) => NotFound),
  'text-page': () => import('#client/routes/text-page.tsx').then(({ TextPage }) => TextPage),
};

/** Suspends until code and texts are loaded. */
function pageOf(page: AppDocumentPage) {
  const { route, bundles } = chunkSourceOf(page);
  const part = lazyModule(LOADS[route]);
  function Page() {
    // In parallel with the texts.
    if (!part.hasFailed) void part.settled();
    useTranslation(...bundles);
    const Contents = loadedModule(part);
    return <Contents page={page} />;
  }
  return { Page, part };
}

const PAGES = Object.fromEntries([...appPages, '*' as const].map((page) => [page, pageOf(page)])) as Record<
  AppDocumentPage,
  ReturnType<typeof pageOf>
>;

function guardOf(page: AppDocumentPage): Component<{ children: Elements }> | undefined {
  if (page === '/login' || page === '/register') return SignedOutOnly;
  const isWithinSignIn = page === '/register/finish' || page === '/signed-in';
  return page === '*' || isWithinSignIn || kindOf(page) !== 'guarded' ? undefined : SignedInOnly;
}

/** The key remounts when the page changes. */
export function Pages() {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  if (pathname === LINK_PAGE) return <LoadDocument />;
  const { Page } = PAGES[page];
  const Guard = guardOf(page);
  if (!Guard) return <Page key={page} />;
  return (
    <Guard key={page}>
      <Page />
    </Guard>
  );
}

/** Ignores trailing slashes. */
export function pageAt(pathname: string): AppDocumentPage {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  return isPage(path) && path !== LINK_PAGE ? path : '*';
}

/** Afterwards the page renders without suspending. */
export async function loadPage(page: AppDocumentPage): Promise<void> {
  await PAGES[page].part.load();
}

const DAILY: readonly AppDocumentPage[] = ['/dashboard', '/history', '/profile', '/'];

/** Daily pages must open offline. */
export async function prefetchDailyPages(): Promise<void> {
  await Promise.allSettled(DAILY.map(loadPage));
}

/**
 * A session that ends elsewhere only hides a page in use, so nothing typed is lost; a sheet asks to sign in.
 */
function SignedInOnly({ children }: { children: Elements }) {
  const { pathname, search } = useLocation();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const sessionConfirmed = useViewPart((view) => view.sessionConfirmed);
  const isForgotten = useViewPart(({ ended, state }) => ended && state !== 'loaded');
  if (household && sessionConfirmed && isForgotten) return null;
  if (household && (sessionConfirmed || !isLocked))
    return <Activity mode={isLocked ? 'hidden' : 'visible'}>{children}</Activity>;
  return <Navigate to="/login" replace state={{ from: pathname + search }} />;
}

/** A parent whose session ended elsewhere counts as signed out. */
function SignedOutOnly({ children }: { children: Elements }) {
  const returnTo = useReturnTo();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const { pathname } = useLocation();
  if (!household || isLocked) return children;
  const next = pathname === '/register' ? afterRegistering(returnTo) : afterSignIn(returnTo);
  return <Navigate to={next.to} replace state={next.state} />;
}

/** A separate entry serves this address, so load its document. */
function LoadDocument() {
  useEffect(() => window.location.reload(), []);
  return null;
}
