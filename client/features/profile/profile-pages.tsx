import ChevronRight from 'lucide-react/icons/chevron-right';
import FolderDown from 'lucide-react/icons/folder-down';
import KeyRound from 'lucide-react/icons/key-round';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Smartphone from 'lucide-react/icons/smartphone';
import UsersRound from 'lucide-react/icons/users-round';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Link } from '#client/ui/link.tsx';
import { List } from '#client/ui/list.tsx';
import styles from './profile.module.css';

/** The pages behind the profile, in the order of their rows. */
const PAGES = [
  ['parents', UsersRound],
  ['device', Smartphone],
  ['account', KeyRound],
  ['security', ShieldCheck],
  ['data', FolderDown],
] as const;

/** A row for each page behind the profile, which says what is there. */
export function ProfilePages() {
  const { texts } = useTranslation();
  return (
    <nav aria-label={texts.profile.settings}>
      <List className={`${styles.pages} surface`}>
        {PAGES.map(([name, Icon]) => (
          <li key={name} className={styles.page}>
            <Link to={`/profile/${name}`} className={`${styles.link} line gap-3`}>
              <Icon size={24} className="muted" />
              <span className={`${styles.words} stack`}>
                <span className={`${styles.name} strong`}>{texts.profile.pages[name].title}</span>
                <span className="muted small">{texts.profile.pages[name].about}</span>
              </span>
              <ChevronRight size={20} className="muted" />
            </Link>
          </li>
        ))}
      </List>
    </nav>
  );
}
