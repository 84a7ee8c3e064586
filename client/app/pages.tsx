import { type ComponentType, lazy, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import type { TextPageName } from '#client/routes/text-page.tsx';
import { SignedInOnly, VisitorsOnly } from './guard.tsx';

type Load = () => Promise<{ default: ComponentType }>;

const textPage =
  (page: TextPageName): Load =>
  () =>
    import('#client/routes/text-page.tsx').then(({ TextPage }) => ({
      default: () => <TextPage page={page} />,
    }));

/** Every address and how its page is fetched; each is a chunk of its own. */
const PAGES = {
  '/': () => import('#client/routes/home.tsx').then(({ Home }) => ({ default: Home })),
  '/login': () => import('#client/routes/log-in.tsx').then(({ LogIn }) => ({ default: LogIn })),
  '/register': () => import('#client/routes/register.tsx').then(({ Register }) => ({ default: Register })),
  '/dashboard': () =>
    import('#client/routes/dashboard.tsx').then(({ Dashboard }) => ({ default: Dashboard })),
  '/history': () => import('#client/routes/history.tsx').then(({ History }) => ({ default: History })),
  '/profile': () => import('#client/routes/profile.tsx').then(({ Profile }) => ({ default: Profile })),
  '/how-it-works': () =>
    import('#client/routes/how-it-works.tsx').then(({ HowItWorks }) => ({ default: HowItWorks })),
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
} satisfies Record<string, Load>;

type Address = keyof typeof PAGES;

const GUARDS: Partial<Record<Address, ComponentType<{ children: ReactNode }>>> = {
  '/dashboard': SignedInOnly,
  '/history': SignedInOnly,
  '/profile': SignedInOnly,
  '/login': VisitorsOnly,
  '/register': VisitorsOnly,
};

const ROUTES = (Object.keys(PAGES) as Address[]).map((address) => {
  const Page = lazy(PAGES[address]);
  const Guard = GUARDS[address];
  const element = Guard ? (
    <Guard>
      <Page />
    </Guard>
  ) : (
    <Page />
  );
  return <Route key={address} path={address} element={element} />;
});

export function Pages() {
  return <Routes>{ROUTES}</Routes>;
}

/** Begins to fetch the page of an address while other things load, so that it need not wait for them. */
export function prefetchPage(pathname: string): void {
  const address = Object.hasOwn(PAGES, pathname) ? (pathname as Address) : '*';
  PAGES[address]().catch(() => undefined);
}

const DAILY: readonly Address[] = ['/dashboard', '/history', '/profile', '/'];
const DAILY_DIALOGS = [
  () => import('#client/routes/check-in-modal.tsx'),
  () => import('./sign-out-question.tsx'),
  () => import('./edit-refused.tsx'),
];

/** Fetches what a signed-in parent uses each day while there is a network, so that it opens without one. */
export function prefetchDailyPages(): void {
  for (const address of DAILY) prefetchPage(address);
  for (const load of DAILY_DIALOGS) load().catch(() => undefined);
}
