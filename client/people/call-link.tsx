import Phone from 'lucide-react/icons/phone';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { AnchorButton } from '#client/ui/buttons/button.tsx';
import styles from '#client/ui/buttons/icon-button.module.css';
import { dialable } from '#domain/dialable.ts';

interface Props {
  name: string;
  /** The number in E.164 form where it is certain, else as typed. */
  phone: string;
  /** Shows the word beside the icon, where there is room. */
  hasWord?: boolean;
}

/** Link that calls the parent of a friend. */
export function CallLink({ name, phone, hasWord }: Props) {
  const { t } = useTranslation();
  const link = { href: `tel:${dialable(phone)}`, 'aria-label': t(($) => $.tell.callParentOf, { name }) };
  if (hasWord)
    return <AnchorButton {...link} variant="secondary" icon={Phone} label={t(($) => $.tell.call)} />;
  return (
    <a className={`${styles.button} circle muted bare`} {...link}>
      <Phone size={20} />
    </a>
  );
}
