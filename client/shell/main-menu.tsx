import { useRegistration } from '#client/session/use-registration.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './main-menu.module.css';
import { MenuLinks } from './menu-links.tsx';
import { useSignedInShell } from './signed-in-shell.ts';

/** The links of the header. `onChosen` closes the collapsed menu. */
export function MainMenu({ onChosen }: { onChosen: () => void }) {
  const shell = useSignedInShell();
  return shell ? <shell.SignedInMenu onChosen={onChosen} /> : <VisitorMenu onChosen={onChosen} />;
}

function VisitorMenu({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const isOpen = useRegistration() === 'open';
  return (
    <ul className={styles.links}>
      <MenuLinks
        onChosen={onChosen}
        links={[
          { to: '/how-it-works', label: t(($) => $.common.nav.howItWorks) },
          { to: '/login', label: t(($) => $.common.nav.signIn) },
          ...(isOpen
            ? [{ to: '/register', label: t(($) => $.common.nav.register), className: styles.strong } as const]
            : []),
        ]}
      />
    </ul>
  );
}
