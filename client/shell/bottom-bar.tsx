import Clock from 'lucide-react/icons/clock';
import House from 'lucide-react/icons/house';
import UserRound from 'lucide-react/icons/user-round';
import Users from 'lucide-react/icons/users';
import { useIsAsked } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import { useRootMark } from '#client/ui/hooks/mark-root.ts';
import styles from './bottom-bar.module.css';
import { AskedBadge, MenuLink } from './menu-links.tsx';

export function BottomBar() {
  const { texts } = useTranslation();
  const isAsked = useIsAsked();
  useRootMark('bar');
  const links = [
    { to: '/', label: texts.common.nav.home, Icon: House },
    { to: '/dashboard', label: texts.common.nav.dashboard, Icon: Users },
    { to: '/history', label: texts.common.nav.history, Icon: Clock },
    { to: '/profile', label: texts.common.nav.profile, Icon: UserRound, isAsked },
  ];
  return (
    <nav className={styles.bar} aria-label={texts.common.nav.places}>
      <ul className={styles.links}>
        {links.map(({ to, label, Icon, isAsked }) => (
          <li key={to}>
            <MenuLink to={to} className={classes(styles.link)}>
              <Icon size={24} aria-hidden="true" />
              <span className={styles.word}>{label}</span>
              {isAsked && (
                <span className={styles.badge}>
                  <AskedBadge />
                </span>
              )}
            </MenuLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
