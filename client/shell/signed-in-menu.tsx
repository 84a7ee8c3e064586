import { useLanguage } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Language } from '#domain/language.ts';
import styles from './main-menu.module.css';
import { MenuLinks } from './menu-links.tsx';
import { useSignOut } from './use-sign-out.tsx';

/** The label "get app" is in English only (specification, section 2); the account page offers the app in every language. */
const NAMES_THE_APP: Record<Language, boolean> = { sv: false, en: true };

/** The header's links for signed-in parents. */
export function SignedInMenu({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
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
            ...(NAMES_THE_APP[language]
              ? [{ to: '/profile/account#app', label: t(($) => $.common.nav.getApp) }]
              : []),
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
