import { classes } from '#client/ui/classes.ts';
import styles from './main-menu.module.css';
import { MenuLink } from './menu-link.tsx';

interface Place {
  to: string;
  label: string;
  className?: string | undefined;
}

/** The links of a menu, as items of its list. */
export function MenuLinks({ places, onChosen }: { places: readonly Place[]; onChosen: () => void }) {
  return places.map(({ to, label, className }) => (
    <li key={to} className={className}>
      <MenuLink to={to} className={classes(styles.link)} onClick={onChosen}>
        {label}
      </MenuLink>
    </li>
  ));
}
