import type { PagePath } from '#domain/pages/pages.ts';

/** `device`: from the device at once. `network`: from the server, and from the device if that does not answer. */
type Answer = 'device' | 'network';

/**
 * The pages that the service worker may answer with the app shell, which holds nothing of a family. Any other navigation
 * goes to the server: a page for somebody else than this device's family must never join this list.
 */
const ANSWERED_PAGES: Partial<Record<PagePath, Answer>> = {
  '/dashboard': 'device',
  '/history': 'device',
  '/profile': 'device',
  '/profile/parents': 'device',
  '/profile/device': 'device',
  '/profile/account': 'device',
  '/profile/security': 'device',
  '/profile/data': 'device',
  '/': 'network',
  '/how-it-works': 'network',
  '/login': 'network',
  '/register': 'network',
  '/about': 'network',
  '/pricing': 'network',
  '/enterprise': 'network',
  '/blog': 'network',
  '/careers': 'network',
  '/contact': 'network',
  '/support': 'network',
  '/privacy': 'network',
  '/terms': 'network',
  '/cookies': 'network',
  '/accessibility': 'network',
};

/** The parameter of an address that the server answers in any case. A type, because pages and worker share no code. */
export type FromServer = 'from-server';

const FROM_SERVER: FromServer = 'from-server';

/** The entry in the cache of the active version alone. A type too. */
export type ActiveMark = '/active';

/** Returns the source of the answer to a navigation; undefined for one that the service worker leaves alone. */
export function answerTo({ pathname, searchParams }: URL, base: string): Answer | undefined {
  if (searchParams.has(FROM_SERVER) || !pathname.startsWith(base)) return undefined;
  const page = pathname.slice(base.length);
  return Object.hasOwn(ANSWERED_PAGES, page) ? ANSWERED_PAGES[page as PagePath] : undefined;
}
