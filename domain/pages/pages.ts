/**
 * `public` pages are prerendered and listed in the sitemap; `unlisted` ones are prerendered but kept out of search engines;
 * `guarded` ones, for signed-in parents or within a sign-in, render on the device only.
 */
export type PageKind = 'public' | 'unlisted' | 'guarded';

/** Every page. The client has one for each path; the server answers any other path with 404. */
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

/** The page of whoever has a link to a visit: an entry of its own, of which the app knows nothing. */
export const READER_PAGE = '/visit' satisfies PagePath;
/** A page that the app renders. */
export type AppPage = Exclude<PagePath, typeof READER_PAGE>;

export const pageRoutes = Object.keys(KINDS) as PagePath[];
export const appPages = pageRoutes.filter((page) => page !== READER_PAGE);

export function kindOf(page: PagePath): PageKind {
  return KINDS[page];
}

export function isPage(path: string): path is PagePath {
  return Object.hasOwn(KINDS, path);
}

/**
 * True for a path of this app, with its query; prevents open redirects. Browsers treat "//host" and "/\host" as another
 * origin, also with a tab or line break in between, which they drop.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= 1024 && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);
}
