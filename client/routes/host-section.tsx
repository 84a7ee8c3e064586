import { useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './text-page.module.css';

/** The operator's name and contact; nothing if neither is set. */
export function OperatorSection() {
  const { t, texts } = useTranslation('public');
  const { name, contact } = useSiteInfo();
  if (!name && !contact) return null;
  return (
    <section className={`${styles.section} stack gap-2`}>
      <h2>{texts.pages.host.heading}</h2>
      {name && <p>{t(($) => $.pages.host.name, { name })}</p>}
      {contact && (
        <p>
          <span>{`${texts.pages.host.contact} `}</span>
          <a href={contactUrl(contact)}>{contact}</a>
        </p>
      )}
    </section>
  );
}

function contactUrl(contact: string): string {
  return contact.startsWith('https://') ? contact : `mailto:${contact}`;
}
