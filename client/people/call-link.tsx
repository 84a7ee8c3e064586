import Phone from 'lucide-react/icons/phone';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from '#client/ui/buttons/icon-button.module.css';
import { dialable } from './dialable.ts';

/** Link that calls the parent of a friend. `phone` is the number as typed. */
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
