import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useChooseLanguage } from '#client/session/use-choose-language.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useRegistration } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import { Link } from '#client/ui/link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { nextLanguage } from '#domain/language.ts';
import styles from './header.module.css';
import menu from './main-menu.module.css';
import { MenuLinks } from './menu-links.tsx';
import { useSignedInShell } from './signed-in-shell.ts';

export function Header() {
  const { texts } = useTranslation();
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
      <div className={`${styles.inner} page row`}>
        <Link to="/" className={`${styles.brand} inline`} onClick={close}>
          <Logo />
          <span>{texts.common.brand}</span>
        </Link>
        {shell && <shell.UnsentCount />}
        <LanguageToggle />
        <button
          ref={button}
          type="button"
          className={`${styles.menuButton} circle bare hover-sunken`}
          aria-expanded={open}
          aria-controls="main-menu"
          aria-label={open ? texts.common.nav.closeMenu : texts.common.nav.openMenu}
          onClick={() => setOpen(!open)}
        >
          <Icon size={26} aria-hidden="true" />
        </button>
        <nav
          id="main-menu"
          className={classes(menu.nav, open && menu.open)}
          aria-label={texts.common.nav.label}
        >
          {shell ? <shell.SignedInMenu onChosen={close} /> : <VisitorMenu onChosen={close} />}
        </nav>
      </div>
    </header>
  );
}

function LanguageToggle() {
  const { t, language } = useTranslation();
  const chooseLanguage = useChooseLanguage();
  const household = useHouseholdIfAny();
  const next = nextLanguage(language);
  const toggle = async () => {
    if (await chooseLanguage(next)) await household?.run('updateProfile', { language: next });
  };
  return (
    <button
      type="button"
      className={`${styles.toggle} circle bare hover-sunken`}
      aria-label={`${next.toUpperCase()}: ${t(($) => $.common.nav.switchLanguage[next])}`}
      onClick={() => toggle().catch(console.error)}
    >
      {next.toUpperCase()}
    </button>
  );
}

function VisitorMenu({ onChosen }: { onChosen: () => void }) {
  const { texts } = useTranslation();
  const isOpen = useRegistration() === 'open';
  return (
    <ul className={`${menu.links} stack gap-1`}>
      <MenuLinks
        onChosen={onChosen}
        links={[
          { to: '/how-it-works', label: texts.common.nav.howItWorks },
          { to: '/login', label: texts.common.nav.signIn },
          ...(isOpen
            ? [{ to: '/register', label: texts.common.nav.register, className: menu.strong } as const]
            : []),
        ]}
      />
    </ul>
  );
}
