import { useLocation } from 'react-router';
import { Link, type LinkProps } from '#client/ui/link.tsx';
import { isPage } from '#domain/pages/pages.ts';

/** A link of a menu. Sets `aria-current` on the current page, and on the parent of a subpage. */
export function MenuLink(link: LinkProps) {
  const { pathname } = useLocation();
  const isParent = isPage(pathname) && pathname.startsWith(`${link.to}/`);
  return <Link {...link} aria-current={pathname === link.to ? 'page' : isParent || undefined} />;
}
