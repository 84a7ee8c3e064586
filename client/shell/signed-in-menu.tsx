import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './main-menu.module.css';
import { MenuLinks } from './menu-links.tsx';
import { useSignOut } from './use-sign-out.tsx';

/** The header's links for signed-in parents. */
export function SignedInMenu({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const { signOut, question } = useSignOut(onChosen);
  return (
    <>
      <ul className={styles.links}>
        <MenuLinks
          onChosen={onChosen}
          links={[
            { to: '/dashboard', label: t(($) => $.common.nav.dashboard) },
            { to: '/history', label: t(($) => $.common.nav.history) },
            { to: '/profile', label: t(($) => $.common.nav.profile) },
            { to: '/how-it-works', label: t(($) => $.common.nav.howItWorks), className: styles.narrowOnly },
          ]}
        />
        <li>
          <button type="button" className={styles.link} onClick={signOut}>
            {t(($) => $.common.nav.signOut)}
          </button>
        </li>
      </ul>
      {question}
    </>
  );
}
