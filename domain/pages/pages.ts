/**
 * Who a page is for: `public` pages are drawn by the server before anybody asks, and listed in the sitemap, `unlisted` ones are drawn
 * too but kept out of search engines, and what is behind a guard, or between two steps of a sign-in, is drawn on the device alone.
 */
export type PageKind = 'public' | 'unlisted' | 'guarded';

/** Every page (specification, section 2): the client has one for each address, the server answers no other with 200. */
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
  '/about': 'public',
  '/dashboard': 'guarded',
  '/profile': 'guarded',
  '/profile/account': 'guarded',
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

export const pageRoutes = Object.keys(KINDS) as PagePath[];

export function kindOf(page: PagePath): PageKind {
  return KINDS[page];
}

export function isPage(path: string): path is PagePath {
  return Object.hasOwn(KINDS, path);
}
