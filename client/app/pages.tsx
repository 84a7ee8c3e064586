import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { TextPageName } from '#client/routes/text-page.tsx';
import type { Part } from '#client/translations/parts.ts';
import { isPage } from '#domain/pages/pages.ts';
import type { DrawnPage } from '#domain/pages/rendering.ts';
import { SignedInOnly, VisitorsOnly } from './guard.tsx';
import { sourceOf } from './page-sources.ts';

type Load = () => Promise<{ default: ComponentType }>;

const textPage =
  (page: TextPageName): Load =>
  () =>
    import('#client/routes/text-page.tsx').then(({ TextPage }) => ({
      default: () => <TextPage page={page} />,
    }));

/** Every address and how its page is fetched; each is a chunk of its own. */
const LOADS: Record<DrawnPage, Load> = {
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

/** A page that has been fetched is drawn at once, one that has not suspends; which of the two stays while it stands. */
function pageOf(load: Load, parts: readonly Part[]) {
  let here: ComponentType | undefined;
  const prepare = async () => {
    here = (await load()).default;
  };
  const Late = lazy(load);
  function Page() {
    // Waits for the words that only this page says.
    useTranslation(parts);
    const [Shown] = useState(() => here ?? Late);
    return <Shown />;
  }
  return { Page, prepare };
}

const ADDRESSES = Object.keys(LOADS) as DrawnPage[];
const PAGES = Object.fromEntries(
  ADDRESSES.map((address) => [address, pageOf(LOADS[address], sourceOf(address).parts)]),
) as Record<DrawnPage, ReturnType<typeof pageOf>>;

const GUARDS: Partial<Record<DrawnPage, ComponentType<{ children: ReactNode }>>> = {
  '/dashboard': SignedInOnly,
  '/history': SignedInOnly,
  '/profile': SignedInOnly,
  '/profile/account': SignedInOnly,
  '/login': VisitorsOnly,
  '/register': VisitorsOnly,
};

/** The page of the address. Another one begins anew. */
export function Pages() {
  const page = pageAt(useLocation().pathname);
  const { Page } = PAGES[page];
  const Guard = GUARDS[page];
  if (!Guard) return <Page key={page} />;
  return (
    <Guard key={page}>
      <Page />
    </Guard>
  );
}

/** In: the path of an address. Out: the page that stands there. */
export function pageAt(pathname: string): DrawnPage {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  return isPage(path) ? path : '*';
}

/** Fetches a page, so that it is drawn without waiting once this resolves. */
export function fetchPage(page: DrawnPage): Promise<void> {
  return PAGES[page].prepare();
}

const DAILY: readonly DrawnPage[] = ['/dashboard', '/history', '/profile', '/'];
const DAILY_DIALOGS = [
  () => import('#client/routes/check-in-modal.tsx'),
  () => import('#client/routes/tell-parent.tsx'),
  () => import('#client/features/unsent/sign-out-question.tsx'),
  () => import('#client/features/unsent/refused.tsx'),
  () => import('#client/features/unsent/edit-refused.tsx'),
  () => import('#client/features/children/child-dialog.tsx'),
  () => import('#client/features/visitors/friend-dialog.tsx'),
  () => import('#client/features/visitors/guest-dialog.tsx'),
  () => import('#client/features/history/correct-dialog.tsx'),
  () => import('#client/people/remove-dialog.tsx'),
  () => import('#client/ui/feedback/toast-view.tsx'),
];

/** Fetches what a signed-in parent uses each day while there is a network, so that it opens without one. */
export function prefetchDailyPages(): void {
  for (const page of DAILY) fetchPage(page).catch(() => undefined);
  for (const load of DAILY_DIALOGS) load().catch(() => undefined);
}
