import Share2 from 'lucide-react/icons/share-2';
import { useLocation } from 'react-router';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { useAfterHydration, useHouseholdIfAny } from '#client/session/use-household.ts';
import { useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Link } from '#client/ui/link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Disclosure } from '#client/ui/sections.tsx';
import { isPage } from '#domain/pages/pages.ts';
import type { NamedLink } from '#domain/pages/site-info.ts';
import styles from './footer.module.css';

/** By text key, which is also the address of most. */
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

/** A signed-in parent gets one line, with the rest folded below. */
export function Footer() {
  const isSignedIn = useHouseholdIfAny() !== undefined;
  return <footer className={styles.footer}>{isSignedIn ? <FoldedLinks /> : <AllLinks />}</footer>;
}

function FoldedLinks() {
  const { texts } = useTranslation();
  return (
    <>
      <nav className={`${styles.line} page`} aria-label={texts.common.footer.help}>
        <Links of="help" className={`${styles.bottomLinks} flow`} />
      </nav>
      <Disclosure summary={texts.common.footer.more} className={`${styles.more} page`}>
        <AllLinks />
      </Disclosure>
    </>
  );
}

function AllLinks() {
  const { texts } = useTranslation();
  return (
    <div className={`${styles.inner} page stack gap-5`}>
      <div className={`${styles.about} muted`}>
        <p className={`${styles.brand} large line gap-2`}>
          <Logo size={28} />
          <span>{texts.common.brand}</span>
        </p>
        <p>{texts.common.footer.line}</p>
      </div>
      <Columns />
      <BottomLine />
    </div>
  );
}

function Columns() {
  const { t } = useTranslation();
  return (
    <div className={`${styles.columns} columns stack`}>
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
  const { t, texts } = useTranslation();
  const host = useSiteInfo();
  const line = [
    `© ${texts.common.brand} ${useAfterHydration(thisYear) ?? ''}`,
    host.version,
    host.name && t(($) => $.common.footer.hostedBy, { name: host.name }),
  ];
  return (
    <nav className={`${styles.bottom} row between muted`} aria-label={texts.common.footer.legal}>
      <p>
        <Dotted text={line.filter(Boolean).join(' · ')} />
      </p>
      <Links of="legal" className={`${styles.bottomLinks} flow`} />
    </nav>
  );
}

/** After hydration, because a prerendered page may be from last year. */
function thisYear(): number {
  return new Date(correctedNow()).getFullYear();
}

/** The site's social links, or else links that share this page. */
function SocialLinks() {
  const { t } = useTranslation();
  const { socialLinks } = useSiteInfo();
  const shared = shareLinks(useSharedUrl());
  const isShared = socialLinks.length === 0;
  return (
    <div>
      <h2 className={`${styles.heading} medium line gap-2`}>
        {isShared && <Share2 size={18} aria-hidden="true" />}
        <span>{t(($) => (isShared ? $.common.footer.share : $.common.footer.elsewhere))}</span>
      </h2>
      <ul className={`${styles.social} flow`}>
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

/** Without the query. If no origin is configured, only the device knows it. */
function useSharedUrl(): string {
  const { pathname } = useLocation();
  const current = useAfterHydration(() => window.location.origin);
  const { origin = current ?? '' } = useSiteInfo();
  return origin + (isPage(pathname) ? pathname : '/');
}

/** Nothing is loaded from those sites until somebody follows a link. */
export function shareLinks(url: string): NamedLink[] {
  const shared = encodeURIComponent(url);
  return [
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${shared}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${shared}` },
    { name: 'Bluesky', href: `https://bsky.app/intent/compose?text=${shared}` },
  ];
}
