import type { PagePath } from '#domain/pages/pages.ts';

/** `device`: from the device at once. `network`: from the server, else from the device. */
type Answer = 'device' | 'network';

/**
 * The app shell, without any family's data, answers these; all else goes to the server. Never list a page for
 * others than this family.
 */
const OFFLINE_PAGES: Partial<Record<PagePath, Answer>> = {
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

/** For a page from the server. A type: pages and worker share no code. */
export type FromServer = 'from-server';

const FROM_SERVER: FromServer = 'from-server';

/** Cache entry that only the active version has. A type too. */
export type ActiveMark = '/active';

export function answerTo({ pathname, searchParams }: URL, base: string): Answer | undefined {
  if (searchParams.has(FROM_SERVER) || !pathname.startsWith(base)) return undefined;
  const page = pathname.slice(base.length);
  return Object.hasOwn(OFFLINE_PAGES, page) ? OFFLINE_PAGES[page as PagePath] : undefined;
}
