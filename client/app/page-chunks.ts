import type { Part } from '#client/translations/parts.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';

/** The source of each page's own chunk, in `client/routes`. All other pages are text pages. */
const ROUTE_FILES: Partial<Record<AppDocumentPage, string>> = {
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
  '/recover': 'recover',
  '/verify-email': 'mailed-link',
  '/confirm-email': 'mailed-link',
  '/undo-email': 'undo-email',
  '/join': 'join',
  '*': 'not-found',
};

/** The parts of a language that each page needs besides `app`. The modal of the home page uses the texts of that page. */
const TEXTS_OF_ROUTE: Record<string, readonly Part[]> = {
  home: ['home'],
  'how-it-works': ['pages'],
  'text-page': ['pages'],
  'not-found': ['pages'],
  dashboard: [],
  history: ['historyPage'],
  profile: ['profile'],
  account: ['profile', 'account', 'parents'],
  join: ['signIn', 'parents'],
  'check-in-modal': ['modal'],
  'tell-parent': [],
  'log-in': ['signIn'],
  register: ['signIn'],
};

/** Returns the parts of a language that a page's source needs. Pages not listed above recover or complete a sign-in. */
export function textPartsFor(route: string): readonly Part[] {
  return ['app', ...(TEXTS_OF_ROUTE[route] ?? (['pages', 'signIn'] as const))];
}

/** Returns the source of a page's chunk and the parts of a language it needs. */
export function chunkSourceOf(page: AppDocumentPage): { route: string; parts: readonly Part[] } {
  const route = ROUTE_FILES[page] ?? 'text-page';
  return { route, parts: textPartsFor(route) };
}
