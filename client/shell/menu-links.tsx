import { useLocation } from 'react-router';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Link, type LinkProps } from '#client/ui/link.tsx';
import { isPage } from '#domain/pages/pages.ts';
import styles from './main-menu.module.css';

interface MenuEntry {
  to: string;
  label: string;
  className?: string | undefined;
  /** Somebody waits there to be answered. */
  isAsked?: boolean;
}

/** The links of a menu, as list items. */
export function MenuLinks({ links, onChosen }: { links: readonly MenuEntry[]; onChosen: () => void }) {
  return links.map(({ to, label, className, isAsked }) => (
    <li key={to} className={className}>
      <MenuLink to={to} className={`${styles.link} line bare`} onClick={onChosen}>
        <span>{label}</span>
        {isAsked && <AskedBadge />}
      </MenuLink>
    </li>
  ));
}

/** A dot at the link to the page on which somebody waits to be answered. */
export function AskedBadge() {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.badge} aria-hidden="true" />
      <span className="visually-hidden">{` (${t(($) => $.common.banner.askedTitle)})`}</span>
    </>
  );
}

/** A link of a menu. Sets `aria-current` on the current page, and on the parent of a subpage. */
export function MenuLink(link: LinkProps) {
  const { pathname } = useLocation();
  const isParent = isPage(pathname) && pathname.startsWith(`${link.to}/`);
  return <Link {...link} aria-current={pathname === link.to ? 'page' : isParent || undefined} />;
}
