import Share2 from 'lucide-react/icons/share-2';
import { useLocation } from 'react-router';
import { present } from '#client/lib/present.ts';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';
import { useHost } from '#client/session/use-host.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { Link } from '#client/ui/link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { isPage } from '#domain/pages/pages.ts';
import styles from './footer.module.css';

interface Entry {
  to: string;
  label: string;
}

/** The links of the site: open for a visitor, and for a signed-in parent one line with the rest folded below it. */
export function Footer() {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  return <footer className={styles.footer}>{isSignedIn ? <FoldedLinks /> : <AllLinks />}</footer>;
}

function FoldedLinks() {
  const { t } = useTranslation();
  const entries = [
    { to: '/support', label: t(($) => $.common.footer.help) },
    { to: '/privacy', label: t(($) => $.common.footer.privacy) },
    { to: '/terms', label: t(($) => $.common.footer.terms) },
    { to: '/accessibility', label: t(($) => $.common.footer.accessibility) },
  ];
  return (
    <>
      <nav className={`${styles.line} page`} aria-label={t(($) => $.common.footer.help)}>
        <Links entries={entries} className={`${styles.bottomLinks} flow`} />
      </nav>
      <Disclosure summary={t(($) => $.common.footer.more)} className={`${styles.more} page`}>
        <AllLinks />
      </Disclosure>
    </>
  );
}

/** Three columns of links, the social links, and the bottom line. */
function AllLinks() {
  const { t } = useTranslation();
  return (
    <div className={`${styles.inner} page stack gap-6`}>
      <div className={`${styles.about} muted`}>
        <p className={`${styles.brand} large line gap-2`}>
          <Logo size={28} /> {t(($) => $.common.brand)}
        </p>
        <p>{t(($) => $.common.footer.line)}</p>
      </div>
      <Columns />
      <BottomLine />
    </div>
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
    <div className={`${styles.columns} stack`}>
      <Column title={t(($) => $.common.footer.product)} entries={product} />
      <Column title={t(($) => $.common.footer.company)} entries={company} />
      <Column title={t(($) => $.common.footer.resources)} entries={resources} />
      <SocialLinks />
    </div>
  );
}

function Column({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <nav aria-label={title}>
      <h2 className={`${styles.heading} medium line gap-2`}>{title}</h2>
      <Links entries={entries} className="stack" />
    </nav>
  );
}

function Links({ entries, className }: { entries: readonly Entry[]; className?: string | undefined }) {
  return (
    <ul className={className}>
      {entries.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className={`${styles.link} inline muted`}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function BottomLine() {
  const { t } = useTranslation();
  const host = useHost();
  const entries = [
    { to: '/privacy', label: t(($) => $.common.footer.privacy) },
    { to: '/terms', label: t(($) => $.common.footer.terms) },
    { to: '/cookies', label: t(($) => $.common.footer.cookies) },
  ];
  return (
    <nav className={`${styles.bottom} row between muted`} aria-label={t(($) => $.common.footer.legal)}>
      <p>
        © {t(($) => $.common.brand)} {useAfterHydration(thisYear)}
        {host.version && ` · ${host.version}`}
        {host.name && <> · {t(($) => $.common.footer.hostedBy, { name: host.name })}</>}
      </p>
      <Links entries={entries} className={`${styles.bottomLinks} flow`} />
    </nav>
  );
}

/** Read after hydration, because a prerendered page may be older than the year. */
function thisYear(): number {
  return new Date(present()).getFullYear();
}

/** The host's social links, or links that share this page if there are none. */
function SocialLinks() {
  const { t } = useTranslation();
  const { socialLinks } = useHost();
  if (socialLinks.length === 0) return <ShareLinks />;
  return (
    <div>
      <h2 className={`${styles.heading} medium line gap-2`}>{t(($) => $.common.footer.elsewhere)}</h2>
      <ul className="stack">
        {socialLinks.map(({ name, href }) => (
          <li key={href}>
            <ExternalLink href={href} label={t(($) => $.common.footer.opens, { place: name })} site={name} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ShareLinks() {
  const { t } = useTranslation();
  return (
    <div>
      <h2 className={`${styles.heading} medium line gap-2`}>
        <Share2 size={18} aria-hidden="true" /> {t(($) => $.common.footer.share)}
      </h2>
      <ul className="stack">
        {shareLinks(useSharedUrl()).map(({ site, href }) => (
          <li key={site}>
            <ExternalLink
              href={href}
              label={t(($) => $.common.footer.shareOn, { place: site })}
              site={site}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The URL of this page without its query. Without a configured origin, only the device knows it. */
function useSharedUrl(): string {
  const { pathname } = useLocation();
  const current = useAfterHydration(readOrigin);
  const { origin = current ?? '' } = useHost();
  return origin + (isPage(pathname) ? pathname : '/');
}

function readOrigin(): string {
  return window.location.origin;
}

function ExternalLink({ href, label, site }: { href: string; label: string; site: string }) {
  return (
    <a
      href={href}
      className={`${styles.link} inline muted`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
    >
      {site}
    </a>
  );
}

/** Returns links that share a URL. Nothing is loaded from those sites until somebody follows a link. */
export function shareLinks(url: string): { site: string; href: string }[] {
  const shared = encodeURIComponent(url);
  return [
    { site: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${shared}` },
    { site: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${shared}` },
    { site: 'Bluesky', href: `https://bsky.app/intent/compose?text=${shared}` },
  ];
}
