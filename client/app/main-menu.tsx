import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { classes } from '#client/ui/classes.ts';
import { useHouseholdIfAny } from './household.ts';
import styles from './main-menu.module.css';
import { useSignOut } from './use-sign-out.tsx';

interface Place {
  to: string;
  label: string;
  className?: string | undefined;
}

/** The links of the header. `onChosen` closes the menu where it is one. */
export function MainMenu({ onChosen }: { onChosen: () => void }) {
  return useHouseholdIfAny() ? <ParentMenu onChosen={onChosen} /> : <VisitorMenu onChosen={onChosen} />;
}

function VisitorMenu({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.links}>
      <Links
        onChosen={onChosen}
        places={[
          { to: '/how-it-works', label: t(($) => $.common.nav.howItWorks) },
          { to: '/login', label: t(($) => $.common.nav.signIn) },
          { to: '/register', label: t(($) => $.common.nav.register), className: styles.strong },
        ]}
      />
    </ul>
  );
}

function ParentMenu({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const { signOut, question } = useSignOut(onChosen);
  return (
    <>
      <ul className={styles.links}>
        <Links
          onChosen={onChosen}
          places={[
            // On a phone the bottom bar holds these three.
            { to: '/dashboard', label: t(($) => $.common.nav.dashboard), className: styles.wideOnly },
            { to: '/history', label: t(($) => $.common.nav.history), className: styles.wideOnly },
            { to: '/profile', label: t(($) => $.common.nav.profile), className: styles.wideOnly },
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

function Links({ places, onChosen }: { places: readonly Place[]; onChosen: () => void }) {
  return places.map(({ to, label, className }) => (
    <li key={to} className={className}>
      <NavLink to={to} className={classes(styles.link)} onClick={onChosen}>
        {label}
      </NavLink>
    </li>
  ));
}
