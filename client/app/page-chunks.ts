import type { AllTexts, Bundle } from '#client/translations/translations.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';

type TextPage = Extract<AppDocumentPage, `/${keyof AllTexts['pages']}`>;

const ROUTES = {
  '/': 'home',
  '/login': 'log-in',
  '/register': 'register',
  '/register/finish': 'finish-registration',
  '/signed-in': 'signed-in',
  '/dashboard': 'dashboard',
  '/history': 'history',
  '/profile': 'profile',
  '/profile/parents': 'account',
  '/profile/device': 'account',
  '/profile/account': 'account',
  '/profile/security': 'account',
  '/profile/data': 'account',
  '/how-it-works': 'how-it-works',
  '/forgot-password': 'forgot-password',
  '/recover': 'mailed-link',
  '/verify-email': 'mailed-link',
  '/confirm-email': 'mailed-link',
  '/undo-email': 'mailed-link',
  '/join': 'join',
  '*': 'not-found',
} as const satisfies Record<Exclude<AppDocumentPage, TextPage>, string>;

type Route = (typeof ROUTES)[keyof typeof ROUTES] | 'text-page';

const hasRoute = (page: AppDocumentPage): page is keyof typeof ROUTES => page in ROUTES;

/** Besides `core`, which suffices for most first screens. All other routes need `public`. */
const BUNDLES_OF_ROUTE: Record<string, readonly Bundle[]> = {
  home: ['home'],
  dashboard: [],
  history: [],
  profile: [],
  account: ['details'],
  'check-in-modal': [],
  'message-parent': [],
};

export function bundlesFor(route: string): readonly Bundle[] {
  return ['core', ...(BUNDLES_OF_ROUTE[route] ?? (['public'] as const))];
}

export function chunkSourceOf(page: AppDocumentPage): { route: Route; bundles: readonly Bundle[] } {
  const route = hasRoute(page) ? ROUTES[page] : 'text-page';
  return { route, bundles: bundlesFor(route) };
}
