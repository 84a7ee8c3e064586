import Share2 from 'lucide-react/icons/share-2';
import { useLocation } from 'react-router';
import { Dotted } from '#client/lib/dot.tsx';
import { present } from '#client/lib/present.ts';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';
import { useHost } from '#client/session/use-host.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { Link } from '#client/ui/link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import type { NamedLink } from '#domain/pages/host.ts';
import { isPage } from '#domain/pages/pages.ts';
import styles from './footer.module.css';

/** The links of each column and line, by the name of their text, which is also the address of most. */
const LINKS = {
  product: ['howItWorks', 'history', 'pricing', 'enterprise'],
  company: ['about', 'blog', 'careers', 'contact'],
  resources: ['support', 'accessibility', 'privacy', 'terms'],
  legal: ['privacy', 'terms', 'cookies'],
  help: ['help', 'privacy', 'terms', 'accessibility'],
} as const;
const COLUMNS = ['product', 'company', 'resources'] as const;
type Part = keyof typeof LINKS;

function addressOf(name: (typeof LINKS)[Part][number]): string {
  if (name === 'howItWorks') return '/how-it-works';
  return name === 'help' ? '/support' : `/${name}`;
}

/** The links of the site: open for a visitor, and for a signed-in parent one line with the rest folded below it. */
export function Footer() {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  return <footer className={styles.footer}>{isSignedIn ? <FoldedLinks /> : <AllLinks />}</footer>;
}

function FoldedLinks() {
  const { t } = useTranslation();
  return (
    <>
      <nav className={`${styles.line} page`} aria-label={t(($) => $.common.footer.help)}>
        <Links of="help" className={`${styles.bottomLinks} flow`} />
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
          <Logo size={28} />
          <span>{t(($) => $.common.brand)}</span>
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
  return (
    <div className={`${styles.columns} stack`}>
      {COLUMNS.map((column) => (
        <nav key={column} aria-label={t(($) => $.common.footer[column])}>
          <h2 className={`${styles.heading} medium line gap-2`}>{t(($) => $.common.footer[column])}</h2>
          <Links of={column} className="stack" />
        </nav>
      ))}
      <SocialLinks />
    </div>
  );
}

function Links({ of, className }: { of: Part; className: string | undefined }) {
  const { nav, footer } = useTranslation().texts.common;
  const words = { ...nav, ...footer };
  return (
    <ul className={className}>
      {LINKS[of].map((name) => (
        <li key={name}>
          <Link to={addressOf(name)} className={`${styles.link} inline muted`}>
            {words[name]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function BottomLine() {
  const { t } = useTranslation();
  const host = useHost();
  const line = [
    `© ${t(($) => $.common.brand)} ${useAfterHydration(thisYear) ?? ''}`,
    host.version,
    host.name && t(($) => $.common.footer.hostedBy, { name: host.name }),
  ];
  return (
    <nav className={`${styles.bottom} row between muted`} aria-label={t(($) => $.common.footer.legal)}>
      <p>
        <Dotted text={line.filter(Boolean).join(' · ')} />
      </p>
      <Links of="legal" className={`${styles.bottomLinks} flow`} />
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
  const shared = shareLinks(useSharedUrl());
  const isShared = socialLinks.length === 0;
  return (
    <div>
      <h2 className={`${styles.heading} medium line gap-2`}>
        {isShared && <Share2 size={18} aria-hidden="true" />}
        <span>{t(($) => (isShared ? $.common.footer.share : $.common.footer.elsewhere))}</span>
      </h2>
      <ul className="stack">
        {(isShared ? shared : socialLinks).map(({ name, href }) => (
          <li key={href}>
            <a
              href={href}
              className={`${styles.link} inline muted`}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t(($) => (isShared ? $.common.footer.shareOn : $.common.footer.opens), {
                place: name,
              })}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The URL of this page without its query. Without a configured origin, only the device knows it. */
function useSharedUrl(): string {
  const { pathname } = useLocation();
  const current = useAfterHydration(() => window.location.origin);
  const { origin = current ?? '' } = useHost();
  return origin + (isPage(pathname) ? pathname : '/');
}

/** Returns links that share a URL. Nothing is loaded from those sites until somebody follows a link. */
export function shareLinks(url: string): NamedLink[] {
  const shared = encodeURIComponent(url);
  return [
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${shared}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${shared}` },
    { name: 'Bluesky', href: `https://bsky.app/intent/compose?text=${shared}` },
  ];
}
