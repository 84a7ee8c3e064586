import { Activity, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Component, Elements } from '#client/lib/jsx.ts';
import { lazyPart, loadedPart } from '#client/lib/lazy-part.ts';
import type { AccountPageName } from '#client/routes/account.tsx';
import type { TextPageName } from '#client/routes/text-page.tsx';
import { afterRegistering, afterSignIn, useReturnTo } from '#client/session/return-to.ts';
import { useHouseholdIfAny, useIsLocked, useViewPart } from '#client/session/use-household.ts';
import type { Part } from '#client/translations/parts.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { appPages, isPage, kindOf, READER_PAGE } from '#domain/pages/pages.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';
import { chunkSourceOf } from './page-chunks.ts';

type Load = () => Promise<Component>;

const textPage = (page: `/${TextPageName}`): Load => {
  const name = page.slice(1) as TextPageName;
  return () =>
    import('#client/routes/text-page.tsx').then(({ TextPage }) => () => <TextPage page={name} />);
};

const mailedLink =
  (purpose: 'verify' | 'confirm'): Load =>
  () =>
    import('#client/routes/mailed-link.tsx').then(({ MailedLink }) => () => <MailedLink purpose={purpose} />);

const accountPage =
  (page: AccountPageName): Load =>
  () =>
    import('#client/routes/account.tsx').then(({ AccountPage }) => () => <AccountPage page={page} />);

/** The loader of each page that is no text page, which is a chunk of its own; pages of one kind share it. */
const LOADS: Record<Exclude<AppDocumentPage, `/${TextPageName}`>, Load> = {
  '/': () => import('#client/routes/home.tsx').then(({ Home }) => Home),
  '/login': () => import('#client/routes/log-in.tsx').then(({ LogIn }) => LogIn),
  '/register': () => import('#client/routes/register.tsx').then(({ Register }) => Register),
  '/register/finish': () =>
    import('#client/routes/finish-registration.tsx').then(({ FinishRegistration }) => FinishRegistration),
  '/signed-in': () => import('#client/routes/signed-in.tsx').then(({ SignedIn }) => SignedIn),
  '/dashboard': () => import('#client/routes/dashboard.tsx').then(({ Dashboard }) => Dashboard),
  '/history': () => import('#client/routes/history.tsx').then(({ History }) => History),
  '/profile': () => import('#client/routes/profile.tsx').then(({ Profile }) => Profile),
  '/profile/parents': accountPage('parents'),
  '/profile/device': accountPage('device'),
  '/profile/account': accountPage('account'),
  '/profile/security': accountPage('security'),
  '/profile/data': accountPage('data'),
  '/how-it-works': () => import('#client/routes/how-it-works.tsx').then(({ HowItWorks }) => HowItWorks),
  '/forgot-password': () =>
    import('#client/routes/forgot-password.tsx').then(({ ForgotPassword }) => ForgotPassword),
  '/recover': () => import('#client/routes/recover.tsx').then(({ Recover }) => Recover),
  '/verify-email': mailedLink('verify'),
  '/confirm-email': mailedLink('confirm'),
  '/undo-email': () => import('#client/routes/undo-email.tsx').then(({ UndoEmail }) => UndoEmail),
  '/join': () => import('#client/routes/join.tsx').then(({ Join }) => Join),
  '*': () => import('#client/routes/not-found.tsx').then(({ NotFound }) => NotFound),
};

/** A page that was loaded renders at once; one that was not suspends, also until its own texts are loaded. */
function pageOf(load: Load, texts: readonly Part[]) {
  const part = lazyPart(load);
  function Page() {
    // Loads in parallel with the texts.
    if (!part.hasFailed) void part.settled();
    useTranslation(texts);
    const Contents = loadedPart(part);
    return <Contents />;
  }
  return { Page, part };
}

const hasLoad = (page: AppDocumentPage): page is keyof typeof LOADS => page in LOADS;

const PAGES = Object.fromEntries(
  [...appPages, '*' as const].map((page) => [
    page,
    pageOf(hasLoad(page) ? LOADS[page] : textPage(page), chunkSourceOf(page).parts),
  ]),
) as Record<AppDocumentPage, ReturnType<typeof pageOf>>;

/** Returns the guard of a page: of all guarded pages but those within a sign-in, and of those for signed-out visitors only. */
function guardOf(page: AppDocumentPage): Component<{ children: Elements }> | undefined {
  if (page === '/login' || page === '/register') return SignedOutOnly;
  const isWithinSignIn = page === '/register/finish' || page === '/signed-in';
  return page === '*' || isWithinSignIn || kindOf(page) !== 'guarded' ? undefined : SignedInOnly;
}

/** The page of the current path. The key remounts it when the page changes. */
export function Pages() {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  if (pathname === READER_PAGE) return <LoadDocument />;
  const { Page } = PAGES[page];
  const Guard = guardOf(page);
  if (!Guard) return <Page key={page} />;
  return (
    <Guard key={page}>
      <Page />
    </Guard>
  );
}

/** Returns the page of a path; trailing slashes are ignored. */
export function pageAt(pathname: string): AppDocumentPage {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  return isPage(path) && path !== READER_PAGE ? path : '*';
}

/** Loads a page, so that it renders without suspending once this resolves. */
export async function loadPage(page: AppDocumentPage): Promise<void> {
  await PAGES[page].part.load();
}

const DAILY: readonly AppDocumentPage[] = ['/dashboard', '/history', '/profile', '/'];

/** Loads the pages that a signed-in parent uses daily, so that they open offline. */
export function prefetchDailyPages(): void {
  for (const page of DAILY) loadPage(page).catch(() => undefined);
}

/**
 * Redirects signed-out people to the log-in page, which returns here afterwards. If the session ended elsewhere while the
 * page was in use, the page is hidden and stays as it is, unless the family was forgotten: a sheet asks the parent to sign in
 * again.
 */
function SignedInOnly({ children }: { children: Elements }) {
  const { pathname, search } = useLocation();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const wasOpen = useViewPart((view) => view.wasOpen);
  const isForgotten = useViewPart(({ ended, state }) => ended && state !== 'loaded');
  if (household && wasOpen && isForgotten) return null;
  if (household && (wasOpen || !isLocked))
    return <Activity mode={isLocked ? 'hidden' : 'visible'}>{children}</Activity>;
  return <Navigate to="/login" replace state={{ from: pathname + search }} />;
}

/** Redirects signed-in parents; a parent whose session ended elsewhere counts as signed out. */
function SignedOutOnly({ children }: { children: Elements }) {
  const returnTo = useReturnTo();
  const household = useHouseholdIfAny();
  const isLocked = useIsLocked();
  const { pathname } = useLocation();
  if (!household || isLocked) return children;
  const next = pathname === '/register' ? afterRegistering(returnTo) : afterSignIn(returnTo);
  return <Navigate to={next.to} replace state={next.state} />;
}

/** Leaves the app for a page that is an entry of its own: its address stands already, so its document is loaded. */
function LoadDocument() {
  useEffect(() => window.location.reload(), []);
  return null;
}
