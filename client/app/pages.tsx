import type { ComponentType, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#client/lib/lazy-part.ts';
import { useLazyPart } from '#client/lib/use-lazy-part.ts';
import type { TextPageName } from '#client/routes/text-page.tsx';
import type { Part } from '#client/translations/parts.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { type GuardedPage, isPage, READER_PAGE } from '#domain/pages/pages.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';
import { SignedInOnly, SignedOutOnly } from './guard.tsx';
import { LoadDocument } from './load-document.tsx';
import { chunkSourceOf } from './page-chunks.ts';

type Load = () => Promise<{ default: ComponentType }>;

const textPage =
  (page: TextPageName): Load =>
  () =>
    import('#client/routes/text-page.tsx').then(({ TextPage }) => ({
      default: () => <TextPage page={page} />,
    }));

/** The loader of each page; each is a chunk of its own. */
const LOADS: Record<AppDocumentPage, Load> = {
  '/': () => import('#client/routes/home.tsx').then(({ Home }) => ({ default: Home })),
  '/login': () => import('#client/routes/log-in.tsx').then(({ LogIn }) => ({ default: LogIn })),
  '/register': () => import('#client/routes/register.tsx').then(({ Register }) => ({ default: Register })),
  '/register/finish': () =>
    import('#client/routes/finish-registration.tsx').then(({ FinishRegistration }) => ({
      default: FinishRegistration,
    })),
  '/signed-in': () => import('#client/routes/signed-in.tsx').then(({ SignedIn }) => ({ default: SignedIn })),
  '/dashboard': () =>
    import('#client/routes/dashboard.tsx').then(({ Dashboard }) => ({ default: Dashboard })),
  '/history': () => import('#client/routes/history.tsx').then(({ History }) => ({ default: History })),
  '/profile': () => import('#client/routes/profile.tsx').then(({ Profile }) => ({ default: Profile })),
  '/profile/account': () =>
    import('#client/routes/account.tsx').then(({ Account }) => ({ default: Account })),
  '/how-it-works': () =>
    import('#client/routes/how-it-works.tsx').then(({ HowItWorks }) => ({ default: HowItWorks })),
  '/forgot-password': () =>
    import('#client/routes/forgot-password.tsx').then(({ ForgotPassword }) => ({ default: ForgotPassword })),
  '/recover': () => import('#client/routes/recover.tsx').then(({ Recover }) => ({ default: Recover })),
  '/verify-email': () =>
    import('#client/routes/verify-email.tsx').then(({ VerifyEmail }) => ({ default: VerifyEmail })),
  '/confirm-email': () =>
    import('#client/routes/confirm-email.tsx').then(({ ConfirmEmail }) => ({ default: ConfirmEmail })),
  '/undo-email': () =>
    import('#client/routes/undo-email.tsx').then(({ UndoEmail }) => ({ default: UndoEmail })),
  '/join': () => import('#client/routes/join.tsx').then(({ Join }) => ({ default: Join })),
  '/about': textPage('about'),
  '/pricing': textPage('pricing'),
  '/enterprise': textPage('enterprise'),
  '/blog': textPage('blog'),
  '/careers': textPage('careers'),
  '/contact': textPage('contact'),
  '/support': textPage('support'),
  '/privacy': textPage('privacy'),
  '/terms': textPage('terms'),
  '/cookies': textPage('cookies'),
  '/accessibility': textPage('accessibility'),
  '*': () => import('#client/routes/not-found.tsx').then(({ NotFound }) => ({ default: NotFound })),
};

/** A page that was loaded renders at once; one that was not suspends, also until its own texts are loaded. */
function pageOf(load: Load, texts: readonly Part[]) {
  const part = lazyPart(load);
  function Page() {
    // Loads in parallel with the texts.
    if (!part.hasFailed) void part.settled();
    useTranslation(texts);
    const { default: Contents } = useLazyPart(part);
    return <Contents />;
  }
  return { Page, part };
}

const PAGES = Object.fromEntries(
  Object.entries(LOADS).map(([page, load]) => [
    page,
    pageOf(load, chunkSourceOf(page as AppDocumentPage).parts),
  ]),
) as Record<AppDocumentPage, ReturnType<typeof pageOf>>;

type Guard = ComponentType<{ children: ReactNode }>;
/** All guarded pages but those within a sign-in, and the pages for signed-out visitors only. */
type NeedsGuard = Exclude<GuardedPage, '/register/finish' | '/signed-in'> | '/login' | '/register';

const GUARDS: Partial<Record<AppDocumentPage, Guard>> = {
  '/dashboard': SignedInOnly,
  '/history': SignedInOnly,
  '/profile': SignedInOnly,
  '/profile/account': SignedInOnly,
  '/login': SignedOutOnly,
  '/register': SignedOutOnly,
} satisfies Record<NeedsGuard, Guard>;

/** The page of the current path. The key remounts it when the page changes. */
export function Pages() {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  if (pathname === READER_PAGE) return <LoadDocument />;
  const { Page } = PAGES[page];
  const Guard = GUARDS[page];
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
