import Share2 from 'lucide-react/icons/share-2';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';
import { useHost } from '#client/session/use-host.ts';
import { isPage } from '#domain/pages/pages.ts';
import styles from './footer.module.css';
import { shareLinks } from './share-links.ts';

/** The host's own links, else links that share this page elsewhere. */
export function SocialLinks() {
  const { t } = useTranslation();
  const { socialLinks } = useHost();
  if (socialLinks.length === 0) return <Sharing />;
  return (
    <div>
      <h2 className={styles.heading}>{t(($) => $.common.footer.elsewhere)}</h2>
      <ul className={styles.list}>
        {socialLinks.map(({ name, href }) => (
          <li key={href}>
            <Elsewhere href={href} label={t(($) => $.common.footer.opens, { place: name })} place={name} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Sharing() {
  const { t } = useTranslation();
  return (
    <div>
      <h2 className={styles.heading}>
        <Share2 size={18} aria-hidden="true" /> {t(($) => $.common.footer.share)}
      </h2>
      <ul className={styles.list}>
        {shareLinks(useSharedAddress()).map(({ place, href }) => (
          <li key={place}>
            <Elsewhere href={href} label={t(($) => $.common.footer.shareOn, { place })} place={place} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** This page without its query. A host without a public address is known by name on the device alone. */
function useSharedAddress(): string {
  const { pathname } = useLocation();
  const here = useAfterHydration(readOrigin);
  const { origin = here ?? '' } = useHost();
  return origin + (isPage(pathname) ? pathname : '/');
}

function readOrigin(): string {
  return window.location.origin;
}

function Elsewhere({ href, label, place }: { href: string; label: string; place: string }) {
  return (
    <a href={href} className={styles.link} target="_blank" rel="noopener noreferrer" aria-label={label}>
      {place}
    </a>
  );
}
