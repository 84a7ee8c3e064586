import Phone from 'lucide-react/icons/phone';
import { useTranslation } from 'react-i18next';
import { dialable } from './dialable.ts';
import styles from './icon-button.module.css';

/** Calls the parent of a friend. In: the friend's name and the number as typed. */
export function CallLink({ name, phone }: { name: string; phone: string }) {
  const { t } = useTranslation();
  return (
    <a
      className={styles.button}
      href={`tel:${dialable(phone)}`}
      aria-label={t(($) => $.tell.callParentOf, { name })}
    >
      <Phone size={20} aria-hidden="true" />
    </a>
  );
}
