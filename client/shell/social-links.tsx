import Share2 from 'lucide-react/icons/share-2';
import { useLocation } from 'react-router';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';
import { useHost } from '#client/session/use-host.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { isPage } from '#domain/pages/pages.ts';
import styles from './footer.module.css';
import { shareLinks } from './share-links.ts';

/** The host's social links, or links that share this page if there are none. */
export function SocialLinks() {
  const { t } = useTranslation();
  const { socialLinks } = useHost();
  if (socialLinks.length === 0) return <ShareLinks />;
  return (
    <div>
      <h2 className={styles.heading}>{t(($) => $.common.footer.elsewhere)}</h2>
      <ul className={styles.list}>
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
      <h2 className={styles.heading}>
        <Share2 size={18} aria-hidden="true" /> {t(($) => $.common.footer.share)}
      </h2>
      <ul className={styles.list}>
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
    <a href={href} className={styles.link} target="_blank" rel="noopener noreferrer" aria-label={label}>
      {site}
    </a>
  );
}
