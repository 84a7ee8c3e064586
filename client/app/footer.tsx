import Share2 from 'lucide-react/icons/share-2';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Logo } from '#client/ui/logo.tsx';
import styles from './footer.module.css';
import { shareLinks } from './share-links.ts';

interface Entry {
  to: string;
  label: string;
}

/** Three columns, links that share this page elsewhere, and the bottom bar. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <p className={styles.brand}>
            <Logo size={28} /> {t(($) => $.common.brand)}
          </p>
          <p>{t(($) => $.common.footer.line)}</p>
        </div>
        <Columns />
        <BottomLine />
      </div>
    </footer>
  );
}

function Columns() {
  const { t } = useTranslation();
  const product = [
    { to: '/how-it-works', label: t(($) => $.common.nav.howItWorks) },
    { to: '/history', label: t(($) => $.common.nav.history) },
    { to: '/pricing', label: t(($) => $.common.footer.pricing) },
    { to: '/enterprise', label: t(($) => $.common.footer.enterprise) },
  ];
  const company = [
    { to: '/about', label: t(($) => $.common.footer.about) },
    { to: '/blog', label: t(($) => $.common.footer.blog) },
    { to: '/careers', label: t(($) => $.common.footer.careers) },
    { to: '/contact', label: t(($) => $.common.footer.contact) },
  ];
  const resources = [
    { to: '/support', label: t(($) => $.common.footer.support) },
    { to: '/accessibility', label: t(($) => $.common.footer.accessibility) },
    { to: '/privacy', label: t(($) => $.common.footer.privacy) },
    { to: '/terms', label: t(($) => $.common.footer.terms) },
  ];
  return (
    <div className={styles.columns}>
      <Column title={t(($) => $.common.footer.product)} entries={product} />
      <Column title={t(($) => $.common.footer.company)} entries={company} />
      <Column title={t(($) => $.common.footer.resources)} entries={resources} />
      <Sharing />
    </div>
  );
}

function Column({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <Links entries={entries} className={styles.list} />
    </nav>
  );
}

function Links({ entries, className }: { entries: readonly Entry[]; className?: string | undefined }) {
  return (
    <ul className={className}>
      {entries.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className={styles.link}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Sharing() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <div>
      <h2 className={styles.heading}>
        <Share2 size={18} aria-hidden="true" /> {t(($) => $.common.footer.share)}
      </h2>
      <ul className={styles.list}>
        {shareLinks(window.location.origin + pathname).map(({ place, href }) => (
          <li key={place}>
            <a
              href={href}
              className={styles.link}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t(($) => $.common.footer.shareOn, { place })}
            >
              {place}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function BottomLine() {
  const { t } = useTranslation();
  const entries = [
    { to: '/privacy', label: t(($) => $.common.footer.privacy) },
    { to: '/terms', label: t(($) => $.common.footer.terms) },
    { to: '/cookies', label: t(($) => $.common.footer.cookies) },
  ];
  return (
    <nav className={styles.bottom} aria-label={t(($) => $.common.footer.legal)}>
      <p>
        © {new Date().getFullYear()} {t(($) => $.common.brand)}
      </p>
      <Links entries={entries} className={styles.bottomLinks} />
    </nav>
  );
}
