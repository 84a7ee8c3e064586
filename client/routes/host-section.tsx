import { useTranslation } from 'react-i18next';
import { useHost } from '#client/session/use-host.ts';
import styles from './text-page.module.css';

/** Who hosts and how to reach them; nothing where the host did not say. */
export function HostSection() {
  const { t } = useTranslation('pages');
  const { name, contact } = useHost();
  if (!name && !contact) return null;
  return (
    <section className={styles.section}>
      <h2>{t(($) => $.host.heading)}</h2>
      {name && <p>{t(($) => $.host.name, { name })}</p>}
      {contact && (
        <p>
          {t(($) => $.host.contact)} <a href={addressOf(contact)}>{contact}</a>
        </p>
      )}
    </section>
  );
}

function addressOf(contact: string): string {
  return contact.startsWith('https://') ? contact : `mailto:${contact}`;
}
