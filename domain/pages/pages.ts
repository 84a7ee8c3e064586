/**
 * `public`: prerendered, in the sitemap. `unlisted`: hidden from search engines. `guarded`: signed in or
 * within a sign-in, rendered on the device only.
 */
export type PageKind = 'public' | 'unlisted' | 'guarded';

/** The server answers any other path with 404. */
const KINDS = {
  '/': 'public',
  '/how-it-works': 'public',
  '/history': 'guarded',
  '/login': 'public',
  '/register': 'public',
  '/register/finish': 'guarded',
  '/signed-in': 'guarded',
  '/forgot-password': 'unlisted',
  '/recover': 'unlisted',
  '/verify-email': 'unlisted',
  '/confirm-email': 'unlisted',
  '/undo-email': 'unlisted',
  '/join': 'unlisted',
  '/visit': 'unlisted',
  '/about': 'public',
  '/dashboard': 'guarded',
  '/profile': 'guarded',
  '/profile/parents': 'guarded',
  '/profile/device': 'guarded',
  '/profile/account': 'guarded',
  '/profile/security': 'guarded',
  '/profile/data': 'guarded',
  '/pricing': 'public',
  '/enterprise': 'public',
  '/blog': 'public',
  '/careers': 'public',
  '/contact': 'public',
  '/support': 'public',
  '/privacy': 'public',
  '/terms': 'public',
  '/cookies': 'public',
  '/accessibility': 'public',
} as const satisfies Record<string, PageKind>;

export type PagePath = keyof typeof KINDS;

/** The link page: an entry of its own, unknown to the app. */
export const LINK_PAGE = '/visit' satisfies PagePath;
export type AppPage = Exclude<PagePath, typeof LINK_PAGE>;

export const pageRoutes = Object.keys(KINDS) as PagePath[];
export const appPages = pageRoutes.filter((page) => page !== LINK_PAGE);

export function kindOf(page: PagePath): PageKind {
  return KINDS[page];
}

export function isPage(path: string): path is PagePath {
  return Object.hasOwn(KINDS, path);
}

/**
 * Prevents open redirects: browsers treat "//host" and "/\host" as another origin, and drop tabs and line
 * breaks.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 1024 && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);
}
