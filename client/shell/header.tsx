import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import { Link } from '#client/ui/link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import styles from './header.module.css';
import { LanguageToggle } from './language-toggle.tsx';
import menu from './main-menu.module.css';
import { MainMenu } from './main-menu.tsx';
import { useSignedInShell } from './signed-in-shell.ts';

/** The brand, language toggle and main menu, which collapses behind a button on small screens. */
export function Header() {
  const { t } = useTranslation();
  const shell = useSignedInShell();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return;
    close();
    button.current?.focus();
  };
  const Icon = open ? X : Menu;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the menu wherever in the header the focus is.
    <header className={styles.header} onKeyDown={closeOnEscape}>
      <div className={styles.inner}>
        <Link to="/" className={styles.brand} onClick={close}>
          <Logo />
          {t(($) => $.common.brand)}
        </Link>
        {shell && <shell.UnsentCount />}
        <LanguageToggle />
        <button
          ref={button}
          type="button"
          className={styles.menuButton}
          aria-expanded={open}
          aria-controls="main-menu"
          aria-label={open ? t(($) => $.common.nav.closeMenu) : t(($) => $.common.nav.openMenu)}
          onClick={() => setOpen(!open)}
        >
          <Icon size={26} aria-hidden="true" />
        </button>
        <nav
          id="main-menu"
          className={classes(menu.nav, open && menu.open)}
          aria-label={t(($) => $.common.nav.label)}
        >
          <MainMenu onChosen={close} />
        </nav>
      </div>
    </header>
  );
}
