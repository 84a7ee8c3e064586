import { useLocation } from 'react-router';
import { Link, type LinkProps } from '#client/ui/link.tsx';
import { isPage } from '#domain/pages/pages.ts';
import styles from './main-menu.module.css';

interface MenuEntry {
  to: string;
  label: string;
  className?: string | undefined;
}

/** The links of a menu, as list items. */
export function MenuLinks({ links, onChosen }: { links: readonly MenuEntry[]; onChosen: () => void }) {
  return links.map(({ to, label, className }) => (
    <li key={to} className={className}>
      <MenuLink to={to} className={`${styles.link} line bare`} onClick={onChosen}>
        {label}
      </MenuLink>
    </li>
  ));
}

/** A link of a menu. Sets `aria-current` on the current page, and on the parent of a subpage. */
export function MenuLink(link: LinkProps) {
  const { pathname } = useLocation();
  const isParent = isPage(pathname) && pathname.startsWith(`${link.to}/`);
  return <Link {...link} aria-current={pathname === link.to ? 'page' : isParent || undefined} />;
}
