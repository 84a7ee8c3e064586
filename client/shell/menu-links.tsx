import { classes } from '#client/ui/classes.ts';
import styles from './main-menu.module.css';
import { MenuLink } from './menu-link.tsx';

interface MenuEntry {
  to: string;
  label: string;
  className?: string | undefined;
}

/** The links of a menu, as list items. */
export function MenuLinks({ links, onChosen }: { links: readonly MenuEntry[]; onChosen: () => void }) {
  return links.map(({ to, label, className }) => (
    <li key={to} className={className}>
      <MenuLink to={to} className={classes(styles.link)} onClick={onChosen}>
        {label}
      </MenuLink>
    </li>
  ));
}
