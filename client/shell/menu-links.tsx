import { useLocation } from 'react-router';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Link, type LinkProps } from '#client/ui/link.tsx';
import { isPage } from '#domain/pages/pages.ts';
import styles from './main-menu.module.css';

interface MenuEntry {
  to: string;
  label: string;
  className?: string | undefined;
  isAsked?: boolean;
}

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

export function AskedBadge() {
  const { texts } = useTranslation();
  return (
    <>
      <span className={styles.badge} aria-hidden="true" />
      <span className="visually-hidden">{` (${texts.common.banner.askedTitle})`}</span>
    </>
  );
}

/** `aria-current` also marks the parent of a subpage. */
export function MenuLink(link: LinkProps) {
  const { pathname } = useLocation();
  const isParent = isPage(pathname) && pathname.startsWith(`${link.to}/`);
  return <Link {...link} aria-current={pathname === link.to ? 'page' : isParent || undefined} />;
}
