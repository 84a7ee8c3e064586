import { useHost } from '#client/session/use-host.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './text-page.module.css';

/** The host's name and contact; renders nothing if neither is configured. */
export function HostSection() {
  const { t, texts } = useTranslation('pages');
  const { name, contact } = useHost();
  if (!name && !contact) return null;
  return (
    <section className={`${styles.section} stack gap-2`}>
      <h2>{texts.host.heading}</h2>
      {name && <p>{t(($) => $.host.name, { name })}</p>}
      {contact && (
        <p>
          <span>{`${texts.host.contact} `}</span>
          <a href={contactUrl(contact)}>{contact}</a>
        </p>
      )}
    </section>
  );
}

function contactUrl(contact: string): string {
  return contact.startsWith('https://') ? contact : `mailto:${contact}`;
}
